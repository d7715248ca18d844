"use strict";

const EXAMPLES = {
  en: "The old ferry was slow and noisy. However, the islanders loved it, because it ran even in storms. " +
    "When the council wanted to sell it, they collected money and bought it themselves.\n\n" +
    "If the weather is good, it sails twice a day. Otherwise it stays in the harbour.",
  zh: "因为昨天下了大雨，所以我们没有去公园。虽然他很累，但是他还是去了学校。\n\n如果明天天气好，我们就去爬山。",
};
const element = (id) => document.getElementById(id);
const text = element("text"), state = element("state"), page = element("page");
let name = "text";

function say(message, fault = false) {
  state.textContent = message;
  state.classList.toggle("fault", fault);
}

async function parse(format) {
  const query = new URLSearchParams({ format, id: name, min_score: element("score").value });
  if (element("language").value) query.set("language", element("language").value);
  return request(`/v1/parse?${query}`, new Blob([text.value], { type: "text/plain; charset=utf-8" }));
}

async function request(address, body) {
  const headers = element("token").value ? { authorization: `Bearer ${element("token").value}` } : {};
  const answer = await fetch(address, { method: "POST", headers, body });
  if (answer.ok) return answer;
  if (answer.status === 401) element("key").hidden = false;
  const fault = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  throw new Error(fault.error);
}

async function busy(work) {
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  try {
    await work();
    return true;
  } catch (fault) {
    say(fault.message, true);
    return false;
  } finally {
    for (const button of document.querySelectorAll("button")) button.disabled = false;
  }
}

function show() {
  if (!text.value.trim()) return say("Paste a text first.", true);
  return busy(async () => {
    say("Reading ...");
    const begin = performance.now();
    const answer = await parse("html");
    page.srcdoc = await answer.text();
    page.hidden = element("out").hidden = false;
    say(`Done in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
    page.scrollIntoView({ block: "start", behavior: "smooth" });
  });
}

function save(format) {
  return busy(async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await (await parse(format)).blob());
    link.download = `${name.replace(/\.\w+$/, "")}.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}

const DOCUMENT = /\.(pdf|docx|html?|xhtml)$/i;

async function open(file) {
  name = file.name;
  if (!DOCUMENT.test(name)) {
    text.value = await file.text();
    return show();
  }
  return busy(async () => {
    say("Taking the text out of the document ...");
    const form = new FormData();
    form.append("data", file);
    const answer = await request(`/v1/parse?${new URLSearchParams({ format: "json", only: "connectives" })}`, form);
    text.value = (await answer.json()).documents[0].text;
  }).then((done) => done && show());
}

element("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) show();
});
element("file").addEventListener("change", (event) => {
  if (event.target.files.length) open(event.target.files[0]);
  event.target.value = "";
});
for (const button of document.querySelectorAll("[data-example]")) {
  button.addEventListener("click", () => {
    name = "example";
    text.value = EXAMPLES[button.dataset.example];
    show();
  });
}
for (const button of document.querySelectorAll("[data-save]")) {
  button.addEventListener("click", () => save(button.dataset.save));
}
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    text.classList.toggle("over", kind === "dragover");
    if (kind === "drop" && event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}

# The service: docker build -t relata . && docker run --rm -p 8016:8016 -e RELATA_TOKEN=secret relata
FROM python:3.12-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m venv /relata && /relata/bin/pip install --no-cache-dir '.[server,documents]'

FROM python:3.12-slim
COPY --from=build /relata /relata
RUN useradd --create-home --uid 10001 relata
USER relata
ENV PATH=/relata/bin:$PATH PYTHONDONTWRITEBYTECODE=1
EXPOSE 8016
HEALTHCHECK --start-period=60s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8016/ready')"]
ENTRYPOINT ["relata", "serve", "--host", "0.0.0.0", "--no-browser"]

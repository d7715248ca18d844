"""The service: a page to paste a text into, and the same over HTTP; needs the extra [server]."""

"""What the official clients put on the wire for a question that is given.

    python sdk_requests.py < ours.json

`ours.json` has our own requests as they were sent: by provider (`openai`,
`anthropic`, `gemini`) the text of the body, more bodies under names such as
`openai tool`, and the `key`. The same question is asked with the official
clients. Printed is one JSON object by provider: `path`, `headers` and `body` of
the client's request; `unknown`, what the client's own types do not know of our
body; and `reordered`, where the client has changed the order of the schema's
properties, in which models write. Under `modes` is what is not known of the
other bodies.
"""

import base64
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import anthropic
import openai
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from google import genai
from google.genai import types
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter

HEADERS = ("authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type")
recorded = []


class Recorder(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        kept = {name: headers[name] for name in HEADERS if name in headers}
        recorded.append({"path": self.path, "headers": kept, "body": json.loads(body)})
        # Nobody reads an answer; a refusal ends the call without another try.
        self.send_response(400)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"error": {"message": "recorded"}}')

    def log_message(self, *_):
        pass


def recording(call):
    """The request that a call sends."""
    server = HTTPServer(("127.0.0.1", 0), Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    recorded.clear()
    try:
        call(f"http://127.0.0.1:{server.server_port}")
    except Exception as error:
        if not recorded:
            raise error
    finally:
        server.shutdown()
    return recorded[0]


def ask_openai(question):
    photo = {"url": f"data:image/jpeg;base64,{question['photo']}", "detail": "high"}
    named = {"name": "listings", "strict": True, "schema": question["schema"]}
    return recording(
        lambda url: openai.OpenAI(
            base_url=f"{url}/v1", api_key=question["key"], max_retries=0
        ).chat.completions.create(
            model=question["model"],
            messages=[
                {"role": "system", "content": question["system"]},
                {
                    "role": "user",
                    "content": [
                        {"type": "image_url", "image_url": photo},
                        {"type": "text", "text": question["task"]},
                    ],
                },
            ],
            response_format={"type": "json_schema", "json_schema": named},
            max_tokens=question["max_tokens"],
        )
    )


def ask_anthropic(question):
    source = {"type": "base64", "media_type": "image/jpeg", "data": question["photo"]}
    return recording(
        lambda url: anthropic.Anthropic(
            base_url=url, api_key=question["key"], max_retries=0
        ).messages.create(
            model=question["model"],
            max_tokens=question["max_tokens"],
            system=question["system"],
            messages=[
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "Photo 1:"},
                        {"type": "image", "source": source},
                        {"type": "text", "text": question["task"]},
                    ],
                }
            ],
            output_config={"format": {"type": "json_schema", "schema": question["schema"]}},
        )
    )


def ask_gemini(question):
    photo = base64.b64decode(question["photo"])
    config = types.GenerateContentConfig(
        system_instruction=question["system"],
        max_output_tokens=question["max_tokens"],
        media_resolution=types.MediaResolution.MEDIA_RESOLUTION_MEDIUM,
        response_mime_type="application/json",
        response_json_schema=question["schema"],
    )

    def call(url):
        # The client closes its connections when nobody holds it.
        client = genai.Client(
            api_key=question["key"], http_options=types.HttpOptions(base_url=url)
        )
        client.models.generate_content(
            model=question["model"],
            contents=[types.Part.from_bytes(data=photo, mime_type="image/jpeg"), question["task"]],
            config=config,
        )

    return recording(call)


def unknown(given, understood, place=""):
    """What is in a body and not in what a client's types made of it."""
    if isinstance(given, dict) and isinstance(understood, dict):
        for name, value in given.items():
            inner = f"{place}.{name}"
            if name not in understood:
                yield inner
            else:
                yield from unknown(value, understood[name], inner)
    elif isinstance(given, list) and isinstance(understood, list):
        for number, (one, other) in enumerate(zip(given, understood)):
            yield from unknown(one, other, f"{place}[{number}]")
    elif given != understood:
        yield place


def check(body, typed_dict):
    """Reads a body by a client's types; iterables come back as lists."""
    adapter = TypeAdapter(typed_dict)
    understood = adapter.dump_python(adapter.validate_python(body), mode="json", warnings=False)
    return list(unknown(body, understood))


def question_of(body, key):
    """The question that our request to OpenAI asks."""
    system, user = body["messages"]
    photo, task = user["content"]
    return {
        "model": body["model"],
        "key": key,
        "system": system["content"],
        "task": task["text"],
        "photo": photo["image_url"]["url"].split(",", 1)[1],
        "schema": body["response_format"]["json_schema"]["schema"],
        "max_tokens": body["max_tokens"],
    }


def reordered(ours, theirs, place=""):
    """Where the order of names differs."""
    if isinstance(ours, dict):
        if list(ours) != [name for name in theirs if name in ours]:
            yield place
        for name, value in ours.items():
            yield from reordered(value, theirs[name], f"{place}.{name}")


def unknown_to_gemini(body):
    """What the types of Gemini's client refuse; they have no type of a whole body."""
    parts = (
        (list[types.Content], "contents"),
        (types.Content, "systemInstruction"),
        (types.GenerationConfig, "generationConfig"),
    )
    for typed, name in parts:
        try:
            TypeAdapter(typed).validate_python(body[name])
        except ValueError as error:
            yield f"{name}: {error}"
    yield from (name for name in body if name not in [name for _, name in parts])


def main():
    given = json.load(sys.stdin)
    ours = {name: json.loads(given[name]) for name in ("openai", "anthropic", "gemini")}
    question = question_of(ours["openai"], given["key"])
    asked = {
        "openai": ask_openai(question),
        "anthropic": ask_anthropic(question),
        "gemini": ask_gemini(question),
    }
    unknown_to = {
        "openai": lambda body: check(body, CompletionCreateParamsNonStreaming),
        "anthropic": lambda body: check(body, MessageCreateParamsNonStreaming),
        "gemini": lambda body: list(unknown_to_gemini(body)),
    }
    schemas = {
        "openai": lambda body: body["response_format"]["json_schema"]["schema"],
        "anthropic": lambda body: body["output_config"]["format"]["schema"],
        "gemini": lambda body: body["generationConfig"]["responseJsonSchema"],
    }
    for name, schema_of in schemas.items():
        sent = asked[name]["body"]
        asked[name]["unknown"] = unknown_to[name](ours[name])
        asked[name]["reordered"] = list(reordered(schema_of(ours[name]), schema_of(sent)))
    asked["modes"] = {
        name: unknown_to[name.split()[0]](json.loads(body))
        for name, body in given.items()
        if " " in name
    }
    json.dump(asked, sys.stdout)


main()

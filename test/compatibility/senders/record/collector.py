# pip: opentelemetry-proto==1.45.2 grpcio==1.75.1
"""Keeps every OTLP request that it receives as a file, in OTLP's JSON mapping.

It listens on 127.0.0.1 for HTTP (protobuf and JSON, at any path that ends in `/traces`, `/logs` or
`/metrics`) and for gRPC, and numbers the files in the order of arrival: `01-traces.json`.

    python3 collector.py HTTP_PORT GRPC_PORT DIRECTORY
"""

import base64
import gzip
import itertools
import json
import pathlib
import sys
import threading
import zlib
from concurrent import futures
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import grpc
from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.logs.v1 import logs_service_pb2 as logs
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2 as metrics
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as traces

SIGNALS = {
    "traces": ("Trace", traces.ExportTraceServiceRequest, traces.ExportTraceServiceResponse),
    "logs": ("Logs", logs.ExportLogsServiceRequest, logs.ExportLogsServiceResponse),
    "metrics": ("Metrics", metrics.ExportMetricsServiceRequest, metrics.ExportMetricsServiceResponse),
}
IDS = {"traceId", "spanId", "parentSpanId"}

numbers = itertools.count(1)
lock = threading.Lock()


def with_hex_ids(value, key=None):
    """protobuf's JSON has ids in base64, OTLP's in hex."""
    if isinstance(value, dict):
        return {name: with_hex_ids(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_hex_ids(inner) for inner in value]
    return base64.b64decode(value).hex() if key in IDS else value


def keep(directory, signal, body):
    with lock:
        name = f"{next(numbers):02}-{signal}.json"
        (directory / name).write_text(json.dumps(body, ensure_ascii=False))


def keep_message(directory, signal, message):
    keep(directory, signal, with_hex_ids(MessageToDict(message, use_integers_for_enums=True)))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    directory = None

    def do_GET(self):
        # SDKs of products ask for the projects of a key before they send.
        self.reply(b'{"data": [{"id": "weather", "name": "weather"}]}', "application/json")

    do_PATCH = do_PUT = do_GET

    def do_POST(self):
        body = self.read()
        encoding = self.headers.get("Content-Encoding")
        if encoding == "gzip":
            body = gzip.decompress(body)
        elif encoding == "deflate":
            body = zlib.decompress(body)
        signal = self.path.rstrip("/").rsplit("/", 1)[-1]
        if signal not in SIGNALS:
            sys.stderr.write(f"not OTLP: {self.path}\n")
            return self.reply(b"{}", "application/json")
        media_type = self.headers.get("Content-Type", "").split(";")[0]
        if media_type == "application/json":
            keep(self.directory, signal, json.loads(body))
            return self.reply(b"{}", media_type)
        keep_message(self.directory, signal, SIGNALS[signal][1].FromString(body))
        return self.reply(b"", media_type)

    def read(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def reply(self, body, media_type):
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *parts):
        pass


def grpc_server(port, directory):
    server = grpc.server(futures.ThreadPoolExecutor(2))
    for signal, (name, request, response) in SIGNALS.items():

        def export(message, _context, signal=signal, response=response):
            keep_message(directory, signal, message)
            return response()

        method = grpc.unary_unary_rpc_method_handler(export, request.FromString, response.SerializeToString)
        service = f"opentelemetry.proto.collector.{'trace' if signal == 'traces' else signal}.v1.{name}Service"
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {"Export": method}),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    return server


if __name__ == "__main__":
    http_port, grpc_port, directory = sys.argv[1:]
    Handler.directory = pathlib.Path(directory)
    grpc_server(int(grpc_port), Handler.directory).start()
    ThreadingHTTPServer(("127.0.0.1", int(http_port)), Handler).serve_forever()

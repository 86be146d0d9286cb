# npm: @qwen-code/qwen-code@0.24.4
# Qwen Code with its events, spans and metrics, and with the content of prompts.
mkdir -p "$HOME/.qwen" "$HOME/weather"
cat > "$HOME/.qwen/settings.json" <<JSON
{
  "general": { "disableAutoUpdate": true, "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false },
  "security": { "auth": { "selectedType": "openai" } },
  "telemetry": {
    "enabled": true,
    "target": "local",
    "otlpEndpoint": "$COLLECTOR",
    "otlpProtocol": "http",
    "logPrompts": true
  }
}
JSON
PATH="$PWD/node_modules/.bin:$PATH"
cd "$HOME/weather"
export OPENAI_MODEL=gpt-4o-mini
unset OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_ENDPOINT
qwen -p "Weather in Paris?" --yolo
qwen -p "And tomorrow?" --yolo --continue
OPENAI_MODEL=missing-model timeout 30 qwen -p "Weather in Paris?"

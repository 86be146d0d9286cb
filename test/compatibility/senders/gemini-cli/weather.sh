# npm: @google/gemini-cli@0.61.0
# Google's Gemini CLI with its events, spans and metrics, and with the content of prompts.
mkdir -p "$HOME/.gemini" "$HOME/weather"
cat > "$HOME/.gemini/settings.json" <<JSON
{
  "general": { "disableAutoUpdate": true, "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false },
  "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
  "telemetry": {
    "enabled": true,
    "target": "local",
    "useCollector": true,
    "otlpEndpoint": "$COLLECTOR",
    "otlpProtocol": "http",
    "logPrompts": true,
    "traces": true
  }
}
JSON
PATH="$PWD/node_modules/.bin:$PATH"
cd "$HOME/weather"
unset OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_ENDPOINT
gemini -p "Weather in Paris?" --yolo -m gemini-2.5-flash --skip-trust
gemini -p "And tomorrow?" --yolo -m gemini-2.5-flash --skip-trust --resume latest
timeout 30 gemini -p "Weather in Paris?" -m gemini-missing --skip-trust

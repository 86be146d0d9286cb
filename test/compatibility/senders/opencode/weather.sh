# npm: opencode-ai@1.18.33
# opencode with the spans of the AI SDK that it is built on.
mkdir "$HOME/weather"
PATH="$PWD/node_modules/.bin:$PATH"
cd "$HOME/weather"
export OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_DEFAULT_PLUGINS=1
cat > opencode.json <<JSON
{
  "experimental": { "openTelemetry": true },
  "model": "openai/gpt-4o-mini",
  "small_model": "openai/gpt-4o-mini",
  "permission": { "*": "allow" },
  "provider": {
    "openai": {
      "options": { "baseURL": "$OPENAI_BASE_URL", "apiKey": "sk-stand-in" },
      "models": { "gpt-4o-mini": {}, "missing-model": {} }
    }
  }
}
JSON
opencode run "Weather in Paris?"
opencode run --continue "And tomorrow?"
timeout 30 opencode run --model openai/missing-model "Weather in Paris?"

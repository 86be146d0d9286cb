# npm: @openai/codex@0.169.0
# OpenAI's Codex CLI with its events, spans and metrics, and with the content of prompts.
mkdir -p "$HOME/.codex" "$HOME/weather"
cat > "$HOME/.codex/config.toml" <<TOML
model = "gpt-5-codex"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "stand-in"
base_url = "$OPENAI_BASE_URL"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[otel]
environment = "test"
log_user_prompt = true
exporter = { otlp-http = { endpoint = "$COLLECTOR/v1/logs", protocol = "binary" } }
trace_exporter = { otlp-http = { endpoint = "$COLLECTOR/v1/traces", protocol = "binary" } }
metrics_exporter = { otlp-http = { endpoint = "$COLLECTOR/v1/metrics", protocol = "binary" } }
TOML
PATH="$PWD/node_modules/.bin:$PATH"
cd "$HOME/weather"
codex exec --skip-git-repo-check --sandbox danger-full-access "Weather in Paris?"
codex exec --skip-git-repo-check --sandbox danger-full-access resume --last "And tomorrow?"
codex exec --skip-git-repo-check --model gpt-missing "Weather in Paris?"

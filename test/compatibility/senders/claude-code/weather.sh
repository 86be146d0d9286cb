# npm: @anthropic-ai/claude-code@2.1.328
# Claude Code with its metrics, events and spans, and with the content of prompts and tools.
export DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
export CLAUDE_CODE_ENABLE_TELEMETRY=1 CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1
export OTEL_METRICS_EXPORTER=otlp OTEL_LOGS_EXPORTER=otlp OTEL_TRACES_EXPORTER=otlp
export OTEL_LOG_USER_PROMPTS=1 OTEL_LOG_TOOL_DETAILS=1 OTEL_LOG_TOOL_CONTENT=1
mkdir "$HOME/weather"
PATH="$PWD/node_modules/.bin:$PATH"
cd "$HOME/weather"
claude -p "Weather in Paris?" --model claude-sonnet-4-5 --allowedTools "Bash(echo:*)"
claude -p "And tomorrow?" --model claude-sonnet-4-5 --continue
CLAUDE_CODE_MAX_RETRIES=0 claude -p "Weather in Paris?" --model claude-missing

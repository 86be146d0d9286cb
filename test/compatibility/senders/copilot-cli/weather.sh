# npm: @github/copilot@1.0.102
# GitHub's Copilot CLI with a model of one's own, its spans and metrics, and the content of messages.
mkdir "$HOME/weather"
PATH="$PWD/node_modules/.bin:$PATH"
cd "$HOME/weather"
export COPILOT_OFFLINE=true COPILOT_AUTO_UPDATE=false
export COPILOT_PROVIDER_TYPE=openai COPILOT_PROVIDER_BASE_URL="$OPENAI_BASE_URL"
export COPILOT_PROVIDER_API_KEY=sk-stand-in COPILOT_MODEL=gpt-4o-mini
export COPILOT_OTEL_ENABLED=true OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true
copilot -p "Weather in Paris?" --allow-all-tools
copilot -p "And tomorrow?" --allow-all-tools --continue
COPILOT_MODEL=missing-model timeout 30 copilot -p "Weather in Paris?"

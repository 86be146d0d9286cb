{{/* The name of all objects: that of the release, which usually contains that of the chart. */}}
{{- define "spandrel.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What selects the pods. It must not change in an upgrade. */}}
{{- define "spandrel.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "spandrel.labels" -}}
{{ include "spandrel.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The names by which other pods reach the Service, and those that were given. */}}
{{- define "spandrel.allowedHosts" -}}
{{- $service := printf "%s.%s" (include "spandrel.fullname" .) .Release.Namespace -}}
{{- $names := list $service (printf "%s.svc" $service) (printf "%s.svc.cluster.local" $service) -}}
{{- join "," (concat $names .Values.allowedHosts) -}}
{{- end -}}

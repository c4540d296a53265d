{{- define "docent.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- define "docent.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "docent.configMap" -}}
{{- .Values.config.existingConfigMap | default (include "docent.name" .) -}}
{{- end }}

{{- define "docent.trustedProxies" -}}
{{- $count := .Values.trustedProxies | toString -}}
{{- if ne $count "" }}{{ $count }}{{ else if .Values.ingress.enabled }}1{{ else }}0{{ end -}}
{{- end }}

{{- define "docent.configText" -}}
{{- .Values.config.text | default (.Files.Get "docent.config.mjs") -}}
{{- end }}

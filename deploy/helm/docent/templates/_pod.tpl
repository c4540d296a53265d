{{- /* A pod of a role. Takes root, role, values of the role, args, port, and optionally preStopSeconds. */ -}}
{{- define "docent.pod" -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "docent.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- if or .values.podAnnotations (not $values.config.existingConfigMap) }}
  annotations:
    {{- if not $values.config.existingConfigMap }}
    # Another configuration starts new pods.
    checksum/config: {{ include "docent.configText" .root | sha256sum }}
    {{- end }}
    {{- with .values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
spec:
  # What the drain needs, and 15 seconds to close connections.
  terminationGracePeriodSeconds: {{ add $values.drainSeconds 15 (.values.preStopSeconds | default 0) }}
  # A pod needs nothing of Kubernetes. Variables of services named docent would look like variables of Docent.
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    # A large volume that is shared is not walked at each start.
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  topologySpreadConstraints:
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "docent.selector" $.root | nindent 10 }}
          app.kubernetes.io/component: {{ $.role }}
    {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: docent
      image: {{ printf "%s:%s" $values.image.repository $values.image.tag | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: {{ toJson .args }}
      ports:
        - { name: http, containerPort: {{ .port }} }
        {{- if $values.metrics.enabled }}
        - { name: metrics, containerPort: 9464 }
        {{- end }}
      env:
        - { name: DOCENT_URL, value: {{ $values.url | quote }} }
        - { name: DOCENT_DRAIN_SECONDS, value: {{ $values.drainSeconds | quote }} }
        {{- if eq .role "server" }}
        - { name: DOCENT_TRUSTED_PROXIES, value: {{ include "docent.trustedProxies" .root | quote }} }
        {{- end }}
        {{- if ne .role "server" }}
        - { name: DOCENT_HEALTH_PORT, value: {{ .port | quote }} }
        {{- end }}
        {{- if $values.secret.name }}
        {{- range $values.secret.required }}
        - { name: {{ . }}, valueFrom: { secretKeyRef: { name: {{ $values.secret.name }}, key: {{ . }} } } }
        {{- end }}
        {{- end }}
        {{- with $values.env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- if $values.secret.name }}
      envFrom:
        - secretRef: { name: {{ $values.secret.name }} }
      {{- end }}
      securityContext:
        readOnlyRootFilesystem: true
        allowPrivilegeEscalation: false
        capabilities: { drop: [ALL] }
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      # Five minutes: the first pod of a release changes the tables, and the others wait for it.
      startupProbe: { httpGet: { path: /health/live, port: http }, failureThreshold: 150, periodSeconds: 2 }
      livenessProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 10, timeoutSeconds: 5 }
      readinessProbe: { httpGet: { path: /health/ready, port: http }, periodSeconds: 5, timeoutSeconds: 5 }
      {{- with .values.preStopSeconds }}
      # The endpoint leaves the service before the drain begins.
      lifecycle: { preStop: { exec: { command: [sleep, {{ . | quote }}] } } }
      {{- end }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        - { name: config, mountPath: /etc/docent, readOnly: true }
        {{- with $values.volumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- if $values.data.existingClaim }}
    - { name: data, persistentVolumeClaim: { claimName: {{ $values.data.existingClaim }} } }
    {{- else if $values.data.sizeLimit }}
    - { name: data, emptyDir: { sizeLimit: {{ $values.data.sizeLimit }} } }
    {{- else }}
    - { name: data, emptyDir: {} }
    {{- end }}
    - { name: tmp, emptyDir: {} }
    - { name: config, configMap: { name: {{ include "docent.configMap" .root }} } }
    {{- with $values.volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

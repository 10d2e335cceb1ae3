import type { FrameSettings } from '@latchkey/wire/login/page'
import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Project } from '../../projects/Project.js'
import type { FrameEntry } from './siteFiles.js'
import { noAncestors } from './siteHeaders.js'
import { jsonForScript } from './sitePage.js'

const maxOrigins = 100
const maxBytes = 6_144
/** Pages on the developer's machine. */
const localOrigins = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*']

/** The project's origins in normal form, without invalid entries. */
export function normalizeOrigins({ allowedOrigins }: Pick<Project, 'allowedOrigins'>): string[] {
  return allowedOrigins
    .flatMap((entry) => parseUrl(entry)?.origin ?? [])
    .filter((origin) => /^https?:\/\/[a-z0-9.*_[\]:-]+$/.test(origin))
}

/**
 * Which pages may embed the frame, for `frame-ancestors`. A browser reads the star as any number of
 * labels; the frame's own check reads it as one.
 */
export function toFrameAncestors(
  project: Pick<Project, 'allowedOrigins' | 'isDevelopment'>,
): string {
  const all = [...(project.isDevelopment ? localOrigins : []), ...normalizeOrigins(project)]
  const included: string[] = []
  let bytes = 0
  for (const origin of all.slice(0, maxOrigins)) {
    bytes += origin.length + 1
    if (bytes > maxBytes) break
    included.push(origin)
  }
  return included.join(' ') || noAncestors
}

/** The document of the widget's iframe. */
export function frameDocument(settings: FrameSettings, entry: FrameEntry, nonce: string): string {
  const preloads = entry.imports.map(
    (path) => `<link rel="modulepreload" nonce="${nonce}" href="${path}">\n`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="${nonce}">
<title>Login</title>
${preloads.join('')}<script id="settings" type="application/json" nonce="${nonce}">${jsonForScript(settings)}</script>
<script type="module" nonce="${nonce}" src="${entry.script}"></script>
</head>
<body></body>
</html>
`
}

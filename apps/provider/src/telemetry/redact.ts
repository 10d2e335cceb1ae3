import type { TelemetryEvent } from '@latchkey/wire/http/telemetry'
import type { StoredEvent } from '../store/telemetry.js'

/** The stored part of an event. The schema has dropped unlisted fields; this drops identifying values. */
export function redact(
  event: TelemetryEvent,
  { origin, now }: { origin: string | undefined; now: number },
): StoredEvent {
  const { type, event: name, properties = {} } = event.props
  return {
    eventId: event.eventId,
    kind: type,
    event: name,
    // From the `Origin` header, because the event itself is untrusted.
    domain: origin === undefined ? '' : new URL(origin).hostname,
    url: pageOf(event.url, origin),
    happenedAt: timeOf(event.timestamp, now),
    properties: Object.fromEntries(
      Object.entries(properties).filter(
        (entry): entry is [string, string | number | boolean] =>
          typeof entry[1] !== 'string' || isHarmless(entry[0], entry[1]),
      ),
    ),
  }
}

/** Addresses, URLs, emails, pairing links, keys, signatures and messages. */
const identifyingPatterns = [
  /[/\\@]/,
  /:\/|wc:|\?/i,
  /0x[0-9a-f]{8}/i,
  /[0-9a-f]{24}/i,
  /[1-9A-HJ-NP-Za-km-z]{25}/,
  /[a-z0-9]{25}/i,
  /[0-9a-f]{8}-[0-9a-f]{4}-/i,
  /\p{Cc}/u,
]

/** The page's URL without query and fragment; only the origin if the path could identify a person. */
function pageOf(url = '', origin: string | undefined): string {
  if (!URL.canParse(url) || new URL(url).origin !== origin) return ''
  const { pathname } = new URL(url)
  return isHarmlessPath(pathname) ? origin + pathname : `${origin}/`
}

function isHarmlessPath(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname)
      .split('/')
      .every((part) => isHarmless('path', part))
  } catch {
    // Invalid escapes could hide anything.
    return false
  }
}

function isHarmless(field: string, value: string): boolean {
  // Wallet ids look like keys.
  if (field === 'explorerId') return /^[0-9a-f]{64}$/.test(value)
  return value.length <= 64 && !identifyingPatterns.some((pattern) => pattern.test(value))
}

const dayMs = 86_400_000

/** Ignores a clock that is off by more than a day. */
function timeOf(timestamp: number | string, now: number): number {
  const time = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp)
  return Math.abs(time - now) <= dayMs ? time : now
}

import { isNetworkId } from '@latchkey/wire/caip'
import { safeParse } from '@latchkey/wire/http/endpoint'
import { sendEvents, type TelemetryEvent, telemetryProperties } from '@latchkey/wire/http/telemetry'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import * as alerts from '../../runtime/errors/alerts.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import * as limits from '../../runtime/limits.js'
import type { CallOptions } from '../../runtime/ports.js'
import { randomUuid } from '../../runtime/randomId.js'
import { providerResourcesOf } from '../../wallets/providerResources.js'
import { getOrCreate, type Widget } from '../../widget.js'
import type { WidgetEvent } from '../actions/recordEvent.js'

/**
 * Sends usage events while both the site and the provider allow it. Earlier events wait for both,
 * and are dropped if one does not. Runs once per widget, until `destroy`.
 */
export function shareEvents(widget: Widget): void {
  const { stores, ports, signal } = widget
  const sharing = getOrCreate(widget, createSharing)
  if (sharing.isOn || !stores.settings.get().features.analytics) return
  sharing.isOn = true
  const isAnalyticsEnabled = providerResourcesOf(widget).isAnalyticsEnabled.load()
  let waiting: TelemetryEvent[] = []
  let isSending = false
  let wasRejected = false
  const reports: number[] = []

  function enqueue(event: WidgetEvent | undefined) {
    if (!event || !stores.settings.get().features.analytics) return
    if (event.data.type === 'error' && !canReportError(event.timestamp)) return
    if (waiting.length < limits.waitingEvents)
      waiting.push(toTelemetryEvent(event, ports.page.address()))
    if (!isSending) void send()
  }

  /** Specification §9: limits error reports. */
  function canReportError(now: number): boolean {
    while (reports[0] !== undefined && now - reports[0] >= limits.errorReportWindow) reports.shift()
    return reports.length < limits.errorReports && reports.push(now) > 0
  }

  async function send() {
    isSending = true
    try {
      await ports.clock.sleep(limits.eventsPause, signal)
    } catch {
      return // The widget is gone.
    }
    if (!(await isAccepted())) return stop()
    await deliver()
    isSending = false
    if (waiting.length > 0) void send()
  }

  async function isAccepted(): Promise<boolean> {
    const answer = await isAnalyticsEnabled
    return answer.status === 'ready' && answer.value
  }

  /** Sends waiting events when the page is hidden or unloaded. */
  async function sendBeforeLeaving() {
    if (!(await isAccepted())) return
    await ports.provider?.onPageHide(() => void deliver({ keepalive: true }), ending.signal)
  }

  async function deliver(options: CallOptions = {}) {
    const items = waiting
    waiting = []
    if (items.length === 0 || !stores.settings.get().features.analytics) return
    try {
      await ports.provider?.call(sendEvents, { items }, { signal, ...options })
      wasRejected = false
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 403 || wasRejected) return
      wasRejected = true
      raiseAlert(widget, alerts.invalidAppConfiguration(ports.page.metadata().url))
    }
  }

  function stop() {
    ending.abort()
    waiting = []
    // Checked again when the modal opens the next time.
    sharing.isOn = false
  }

  const ending = new AbortController()
  const unsubscribe = stores.events.subscribe(({ last }) => enqueue(last))
  ending.signal.addEventListener('abort', unsubscribe, { once: true })
  signal.addEventListener('abort', () => ending.abort(), { once: true })
  void sendBeforeLeaving()
  enqueue(stores.events.get().last)
}

const createSharing = () => ({ isOn: false })

/** Only the fields of the contract, and nothing that identifies the visitor. */
function toTelemetryEvent({ timestamp, data }: WidgetEvent, page: string): TelemetryEvent {
  const given = data.properties ?? {}
  const properties: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(telemetryProperties.entries)) {
    const value = safeParse(schema, given[name])?.value
    if (value !== undefined && isAnonymous(name, value)) properties[name] = value
  }
  return {
    eventId: randomUuid(),
    url: toPageUrl(page),
    domain: new URL(page).hostname,
    timestamp,
    props: { type: data.type, event: data.event, properties },
  }
}

/** Drops what looks like an account, a key, a URL or an email address. */
function isAnonymous(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return true
  if (name === 'network') return isNetworkId(value)
  if (name === 'explorerId') return /^(?!0x)[\w.-]{1,128}$/.test(value)
  return !/[a-z0-9]{26}|:\/\/|^wc:|@/i.test(value)
}

/** Without query and fragment; the origin alone if the path could identify a visitor. */
function toPageUrl(page: string): string | undefined {
  const { origin, pathname } = new URL(page)
  if (origin === 'null') return undefined
  const isIdentifying = pathname.length > 1_024 || /[a-z0-9]{26}|@|%40/i.test(pathname)
  return isIdentifying ? `${origin}/` : origin + pathname
}

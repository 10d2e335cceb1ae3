import type { Widget } from '../core/widget.js'
import type { Latchkey } from './latchkey.js'
import type { ModalHost, Preload } from './modalHost.js'

/** A widget on the page, found by elements and hooks of any bundle. */
export type Instance = {
  readonly name: string
  readonly latchkey: Latchkey
  readonly widget: Widget
  readonly host: ModalHost
  readonly preload: Preload
}

type OnInstance = (instance: Instance) => void

const requestEvent = 'latchkey:request'
const announceEvent = 'latchkey:announce'

/**
 * Announces a widget until it is destroyed. Widgets and elements find each other by events on the
 * window, in any order, so no module state is needed.
 */
export function announceInstance(instance: Instance): void {
  const { signal } = instance.widget
  window.addEventListener(
    requestEvent,
    (event) => (event as CustomEvent<OnInstance>).detail(instance),
    {
      signal,
    },
  )
  window.dispatchEvent(new CustomEvent<Instance>(announceEvent, { detail: instance }))
}

/** Calls back with the widget of that name (or the first), now or later, and again when it is replaced. */
export function watchInstance(name: string | undefined, onInstance: OnInstance): () => void {
  const isMatch = (instance: Instance) => name === undefined || instance.name === name
  let current: Instance | undefined
  const accept = (instance: Instance) => {
    const isFree = current === undefined || current.widget.signal.aborted
    if (!isMatch(instance) || !isFree) return
    current = instance
    onInstance(instance)
  }
  const listen = (event: Event) => accept((event as CustomEvent<Instance>).detail)
  window.addEventListener(announceEvent, listen)
  window.dispatchEvent(new CustomEvent<OnInstance>(requestEvent, { detail: accept }))
  return () => window.removeEventListener(announceEvent, listen)
}

/** The page's widget, or the one given; undefined on a server or before it is created. */
export function getPageInstance(latchkey?: Latchkey): Instance | undefined {
  let current: Instance | undefined
  const accept = (instance: Instance) => {
    if (!latchkey || instance.latchkey === latchkey) current ??= instance
  }
  if (!isServer()) {
    window.dispatchEvent(new CustomEvent<OnInstance>(requestEvent, { detail: accept }))
  }
  return current
}

export function isServer(): boolean {
  return typeof window === 'undefined'
}

import type { Widget } from '../core/widget.js'
import type { Latchkey } from './latchkey.js'
import type { ModalHost, Preload } from './modalHost.js'

/** A widget on the page, as elements and hooks of any bundle find it. */
export type Instance = {
  readonly name: string
  readonly latchkey: Latchkey
  readonly widget: Widget
  readonly host: ModalHost
  readonly preload: Preload
}

type Found = (instance: Instance) => void

const requestEvent = 'latchkey:request'
const announceEvent = 'latchkey:announce'

/**
 * Answers for a widget until it is destroyed. Elements and widgets find each other by events on the
 * window, in whichever order they arrive, so nothing has to be kept at module scope.
 */
export function announceInstance(instance: Instance): void {
  const { signal } = instance.widget
  window.addEventListener(requestEvent, (event) => (event as CustomEvent<Found>).detail(instance), {
    signal,
  })
  window.dispatchEvent(new CustomEvent<Instance>(announceEvent, { detail: instance }))
}

/**
 * Calls back with the widget of that name (the first on the page when no name is given), at once if
 * it is there, and again whenever a new one takes its place.
 */
export function findInstance(name: string | undefined, found: Found): () => void {
  const fits = (instance: Instance) => name === undefined || instance.name === name
  let current: Instance | undefined
  const offer = (instance: Instance) => {
    const isFree = current === undefined || current.widget.signal.aborted
    if (!fits(instance) || !isFree) return
    current = instance
    found(instance)
  }
  const listen = (event: Event) => offer((event as CustomEvent<Instance>).detail)
  window.addEventListener(announceEvent, listen)
  window.dispatchEvent(new CustomEvent<Found>(requestEvent, { detail: offer }))
  return () => window.removeEventListener(announceEvent, listen)
}

/** The page's widget at this moment; undefined where there is no page. */
export function instanceOnPage(): Instance | undefined {
  if (typeof window === 'undefined') return undefined
  let current: Instance | undefined
  findInstance(undefined, (instance) => {
    current = instance
  })()
  return current
}

/** True on a server, where no widget can be on a page. */
export function hasNoPage(): boolean {
  return typeof window === 'undefined'
}

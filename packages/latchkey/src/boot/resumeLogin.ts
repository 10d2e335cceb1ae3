import type { Widget } from '../core/widget.js'
import type { Engine } from './createEngine.js'
import type { Lazy } from './loadOnce.js'

const name = 'result_uri='

/**
 * Takes the result of a login, for which the page was sent away, out of its address before anything
 * else runs. Whether it is ours to take up is decided later.
 */
export async function resumeLogin(widget: Widget, engine: Lazy<Engine>): Promise<void> {
  const { pathname, search, hash } = location
  const parts = search.split(/[?&]/)
  const found = parts.find((part) => part.startsWith(name))
  if (!found || !widget.config.loginUrl) return
  const kept = parts.filter((part) => part && !part.startsWith(name)).join('&')
  history.replaceState(history.state, '', pathname + (kept && `?${kept}`) + hash)
  try {
    const { resumeSocial } = await engine.load()
    await resumeSocial(widget, decodeURIComponent(found.slice(name.length)))
  } catch (error) {
    widget.ports.log.warn(name, error)
  }
}

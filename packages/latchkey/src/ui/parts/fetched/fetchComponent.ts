import type { ModalContext } from '../../hooks/context.js'
import type { Load } from './Fetched.js'

/** Fetches a component with its styles and puts both in place; known by `load` from then on. */
export async function fetchComponent(
  { loadedViews, loadStyles, addStyles }: ModalContext,
  load: Load,
): Promise<void> {
  if (loadedViews.has(load)) return
  const [{ component, styles }] = await Promise.all([load(), loadStyles()])
  if (styles) addStyles(styles)
  loadedViews.set(load, component)
}

import { lookUpName, suggestNames } from '@latchkey/wire/http/profile'
import { fetchNames } from '../../../core/account/identity/identity.lazy.js'
import { NameError, ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { faultOf, labelOf, nameOf, suffix } from '../accountName.js'
import { namesOf, type Suggestion } from '../store.js'

export type TypeNameParameters = { readonly text: string; readonly signal: AbortSignal }

/** Takes what was typed and, once the visitor pauses, finds out whether the name is to be had. */
export async function typeName(
  widget: Widget,
  { text, signal }: TypeNameParameters,
): Promise<void> {
  const names = namesOf(widget)
  const label = labelOf(text)
  const isName = faultOf(label) === undefined
  const search = isName ? 'loading' : 'idle'
  names.set({ text, hasPaused: false, search, suggestions: [] })
  await widget.ports.clock.sleep(limits.nameSearchDelay, signal)
  names.set({ hasPaused: true })
  if (!isName) return
  try {
    const suggestions = await askNames(widget, { label, signal })
    signal.throwIfAborted()
    names.set({ search: 'ready', suggestions })
  } catch (error) {
    if (!signal.aborted) names.set({ search: 'failed' })
    throw error
  }
}

/** Whether a name is still to be had, and others like it. */
async function askNames(
  { ports: { provider } }: Widget,
  { label, signal }: { readonly label: string; readonly signal: AbortSignal },
): Promise<readonly Suggestion[]> {
  const name = nameOf(label)
  const zone = suffix.slice(1)
  try {
    if (!provider) throw new ProviderError('unreachable')
    const { suggestions } = await provider.call(suggestNames, { name: label, zone }, { signal })
    const itself = suggestions.find((one) => one.name === name) ?? {
      name,
      registered: isFound(await provider.call(lookUpName, { name, apiVersion: '2' }, { signal })),
    }
    const others = suggestions.filter((one) => one.name !== name && one.name.endsWith(suffix))
    return [itself, ...others]
  } catch (cause) {
    signal.throwIfAborted()
    throw new NameError('suggest', { cause })
  }
}

function isFound(record: object): boolean {
  return !Array.isArray(record)
}

type FindOwnNameParameters = { readonly address: string; readonly signal: AbortSignal }

/** Finds out whether the account has a name already, of this or the earlier ending. */
export async function findOwnName(
  widget: Widget,
  { address, signal }: FindOwnNameParameters,
): Promise<void> {
  const names = namesOf(widget)
  names.set({ owned: undefined })
  try {
    const [owned] = await fetchNames(widget, { address, signal })
    signal.throwIfAborted()
    names.set({ owned })
  } catch (cause) {
    signal.throwIfAborted()
    throw new NameError('resolve', { cause })
  }
}

import { lookUpName, suggestNames } from '@latchkey/wire/http/profile'
import { fetchNames } from '../../../core/account/identity/identity.lazy.js'
import { NameError, ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { getNameProblem, getNameZone, toLabel, toName } from '../accountName.js'
import { namesOf, type Suggestion } from '../store.js'

export type SearchNamesParameters = { readonly text: string; readonly signal: AbortSignal }

/** Stores the typed text and, after a pause, fetches whether the name is available. */
export async function searchNames(
  widget: Widget,
  { text, signal }: SearchNamesParameters,
): Promise<void> {
  const names = namesOf(widget)
  const zone = getNameZone(widget)
  const label = toLabel(text, zone)
  const isName = getNameProblem(label) === undefined
  const search = isName ? 'loading' : 'idle'
  names.set({ text, label, hasPaused: false, search, suggestions: [] })
  await widget.ports.clock.sleep(limits.nameSearchDelay, signal)
  names.set({ hasPaused: true })
  if (!isName) return
  try {
    const suggestions = await fetchSuggestions(widget, { label, zone, signal })
    signal.throwIfAborted()
    names.set({ search: 'ready', suggestions })
  } catch (error) {
    if (!signal.aborted) names.set({ search: 'failed' })
    throw error
  }
}

/** The name itself first, then similar ones. */
async function fetchSuggestions(
  { ports: { provider } }: Widget,
  {
    label,
    zone,
    signal,
  }: { readonly label: string; readonly zone: string; readonly signal: AbortSignal },
): Promise<readonly Suggestion[]> {
  const name = toName(label, zone)
  try {
    if (!provider) throw new ProviderError('unreachable')
    const { suggestions } = await provider.call(suggestNames, { name: label, zone }, { signal })
    const exact = suggestions.find((one) => one.name === name) ?? {
      name,
      registered: isFound(await provider.call(lookUpName, { name, apiVersion: '2' }, { signal })),
    }
    const others = suggestions.filter((one) => one.name !== name && one.name.endsWith(`.${zone}`))
    return [exact, ...others]
  } catch (cause) {
    signal.throwIfAborted()
    throw new NameError('suggest', { cause })
  }
}

function isFound(record: object): boolean {
  return !Array.isArray(record)
}

type FetchOwnNameParameters = { readonly address: string; readonly signal: AbortSignal }

/** Fetches the name the account already has, with the current or the earlier suffix. */
export async function fetchOwnName(
  widget: Widget,
  { address, signal }: FetchOwnNameParameters,
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

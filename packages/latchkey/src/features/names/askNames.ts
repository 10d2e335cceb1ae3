import { lookUpName, suggestNames } from '@latchkey/wire/http/profile'
import { NameError } from '../../core/runtime/errors/names.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import type { Widget } from '../../core/widget.js'
import { nameOf, suffix } from './accountName.js'
import type { Suggestion } from './store.js'

/** Whether a name is still to be had, and others like it. */
export async function askNames(
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

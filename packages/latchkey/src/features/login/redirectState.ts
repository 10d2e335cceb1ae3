import { type SocialProvider, socialProviders } from '../../core/config/features.js'
import { isRecord } from '../../core/config/rules.js'
import * as limits from '../../core/runtime/limits.js'
import type { Widget } from '../../core/widget.js'

/** The page is about to leave for a provider: notes for which login, so that no other is taken up. */
export function storeRedirectState(
  { ports: { storage, clock } }: Widget,
  { provider, uri }: { readonly provider: SocialProvider; readonly uri: string },
): void {
  storage.set('social_provider', provider)
  storage.set('social_return_cache', JSON.stringify({ uri, at: clock.now() }))
}

/**
 * The provider a result may be taken up for: this page left for that very login, a short while ago.
 * The note counts once.
 */
export function takeRedirectState(
  { ports: { storage, clock } }: Widget,
  result: URL,
): SocialProvider | undefined {
  const name = storage.get('social_provider')
  const note = readNote(storage.get('social_return_cache'))
  storage.remove('social_provider')
  storage.remove('social_return_cache')
  const provider = socialProviders.find((one) => one === name)
  const flow = result.searchParams.get('flow')
  if (!provider || !note || !flow) return undefined
  const age = clock.now() - note.at
  const isFresh = age >= 0 && age < limits.socialReturn
  const isSame = new URL(note.uri).pathname.split('/').includes(flow)
  return isFresh && isSame ? provider : undefined
}

function readNote(text: string | undefined): { uri: string; at: number } | undefined {
  try {
    const note: unknown = JSON.parse(text ?? '')
    if (!isRecord(note)) return undefined
    const { uri, at } = note
    return typeof uri === 'string' && URL.canParse(uri) && typeof at === 'number'
      ? { uri, at }
      : undefined
  } catch {
    return undefined
  }
}

import { useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'

export type LegalLinks = {
  readonly terms: string | undefined
  readonly privacy: string | undefined
}

export type LegalTerms = {
  readonly way: 'tick' | 'footer' | 'none'
  readonly links: LegalLinks
}

/** How the site wants its terms agreed to: by a tick, by connecting, or not at all. */
export function useLegal(): LegalTerms {
  const { settings } = useWidget().stores
  const { terms, privacy, asksForTick } = useStore(settings, (state) => ({
    terms: state.termsConditionsUrl,
    privacy: state.privacyPolicyUrl,
    asksForTick: state.features.legalCheckbox,
  }))
  const links = { terms, privacy }
  if (terms === undefined && privacy === undefined) return { way: 'none', links }
  return { way: asksForTick ? 'tick' : 'footer', links }
}

import { useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'

export type LegalLinks = {
  readonly terms: string | undefined
  readonly privacy: string | undefined
}

export type LegalTerms = {
  readonly way: 'tick' | 'footer' | 'none'
  /** Nothing may be chosen until the box is ticked. */
  readonly isPending: boolean
  readonly links: LegalLinks
}

/** How the site wants its terms agreed to: by a tick, by connecting, or not at all. */
export function useLegal(): LegalTerms {
  const { settings } = useWidget().stores
  const {
    termsConditionsUrl: terms,
    privacyPolicyUrl: privacy,
    features,
    hasAgreed,
  } = useStore(settings, (state) => state)
  const mode = terms || privacy ? (features.legalCheckbox ? 'tick' : 'footer') : 'none'
  return { way: mode, isPending: mode === 'tick' && !hasAgreed, links: { terms, privacy } }
}

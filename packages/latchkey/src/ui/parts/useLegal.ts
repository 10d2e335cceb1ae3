import { useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'

export type LegalLinks = {
  readonly terms: string | undefined
  readonly privacy: string | undefined
}

export type LegalTerms = {
  readonly way: 'tick' | 'footer' | 'none'
  /** The visitor has to check the box before choosing a wallet. */
  readonly isPending: boolean
  readonly links: LegalLinks
}

/** How visitors accept the site's terms: with a checkbox, by connecting, or not at all. */
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

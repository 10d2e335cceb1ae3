import * as connectText from '../../../core/text/connect.js'
import { useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { Checkbox } from '../checkbox/Checkbox.js'
import { Link } from '../link/Link.js'

type LegalLinks = { readonly terms: string | undefined; readonly privacy: string | undefined }

/** How the site wants its terms agreed to: by a tick, by connecting, or not at all. */
export function useLegal(): {
  readonly way: 'tick' | 'footer' | 'none'
  readonly links: LegalLinks
} {
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

export type LegalCheckboxProps = {
  readonly links: LegalLinks
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** The links stand beside the label, not in it: a tap on the sentence must tick, never open a page. */
export function LegalCheckbox({ links, checked, onChange }: LegalCheckboxProps) {
  const { agree, and, terms, privacy } = connectText.legal
  const names = [links.terms && terms, links.privacy && privacy].filter(Boolean).join(` ${and} `)
  return (
    <p className="legal">
      <span className="legal-box" data-testid="w3m-legal-checkbox">
        <Checkbox checked={checked} onChange={onChange}>
          {agree} <span className="visually-hidden">{names}</span>
        </Checkbox>
      </span>{' '}
      <Documents links={links} />
    </p>
  )
}

export function LegalFooter({ links }: { readonly links: LegalLinks }) {
  return (
    <p className="aside">
      {connectText.legal.footer} <Documents links={links} />
    </p>
  )
}

function Documents({ links: { terms, privacy } }: { readonly links: LegalLinks }) {
  return (
    <>
      {terms && <Link href={terms}>{connectText.legal.terms}</Link>}
      {terms && privacy && ` ${connectText.legal.and} `}
      {privacy && <Link href={privacy}>{connectText.legal.privacy}</Link>}
    </>
  )
}

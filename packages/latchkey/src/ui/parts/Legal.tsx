import { Checkbox } from '@latchkey/parts/Checkbox'
import * as connectText from '../../core/text/connect.js'
import { useActions, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { Link } from './Link.js'
import type { LegalLinks, LegalTerms } from './useLegal.js'

/** The site's terms: a checkbox, or a line of text. */
export function Legal({ params: { way, links } }: { readonly params: LegalTerms }) {
  const { agreeToTerms } = useActions()
  const hasAgreed = useStore(useWidget().stores.settings, (state) => state.hasAgreed)
  if (way === 'footer') return <LegalFooter links={links} />
  return (
    <LegalCheckbox
      links={links}
      checked={hasAgreed}
      onChange={(agreed) => agreeToTerms({ agreed })}
    />
  )
}

type LegalCheckboxProps = {
  readonly links: LegalLinks
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** The links are outside the label: a tap on the label must check the box, never open a page. */
function LegalCheckbox({ links, checked, onChange }: LegalCheckboxProps) {
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

function LegalFooter({ links }: { readonly links: LegalLinks }) {
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

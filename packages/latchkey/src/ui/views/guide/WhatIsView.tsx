import { Button } from '@latchkey/parts/Button'
import { GridIcon, type Icon, KeyIcon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import * as guideText from '../../../core/text/guide.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { NetworkIcon, SwapIcon, WalletIcon } from '../../icons/lazyIcons.js'
import { Stack } from '../../parts/Stack.js'

export function WhatIsAWalletView() {
  const { navigate, recordEvent } = useActions()
  const { login, assets, apps, action } = guideText.whatIsAWallet
  return (
    <Guide
      sections={[
        { ...login, icon: KeyIcon },
        { ...assets, icon: WalletIcon },
        { ...apps, icon: GridIcon },
      ]}
    >
      <Button
        onClick={() => {
          recordEvent({ event: 'CLICK_GET_WALLET' })
          navigate({ view: 'GetWallet', params: undefined })
        }}
      >
        {action}
      </Button>
    </Guide>
  )
}

type GuideSection = { readonly title: string; readonly text: string; readonly icon: Icon }

/** Short sections with an icon, and a button below. */
function Guide(props: {
  readonly sections: readonly GuideSection[]
  readonly children: ReactNode
}) {
  return (
    <Stack gap={24}>
      <div className="guide">
        {props.sections.map(({ title, text, icon: Icon }) => (
          <section key={title} className="guide-section">
            <span className="guide-icon">
              <Icon size={28} />
            </span>
            <div>
              <h2 className="guide-title">{title}</h2>
              <p className="guide-text">{text}</p>
            </div>
          </section>
        ))}
      </div>
      {props.children}
    </Stack>
  )
}

export function WhatIsANetworkView() {
  const { page } = useWidget().ports
  const { record, coins, action, url } = guideText.whatIsANetwork
  return (
    <Guide
      sections={[
        { ...record, icon: NetworkIcon },
        { ...coins, icon: SwapIcon },
      ]}
    >
      <Button variant="secondary" onClick={() => page.openLink(url, '_blank')}>
        {action}
      </Button>
    </Guide>
  )
}

import { Button } from '@latchkey/parts/Button'
import { icon } from '@latchkey/parts/icons'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useState } from 'react'
import * as connectText from '../../../core/text/connect.js'
import * as guideText from '../../../core/text/guide.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { WalletIcon } from '../../icons/lazyIcons.js'
import { Empty } from '../../parts/Empty.js'
import { Link, QuestionLine } from '../../parts/Link.js'
import { Stack } from '../../parts/Stack.js'

/** What the Connect view shows around the ways to connect, loaded only when needed. */
export { Legal } from '../../parts/Legal.js'

/** Shown if there is no wallet to list. */
export function NoWallets() {
  const { config } = useWidget()
  const { navigate, selectWallet } = useActions()
  const { emptyTitle, emptyText, emptyAction, emptyCode } = connectText.connect
  return (
    <Stack gap={8}>
      <Empty title={emptyTitle} icon={WalletIcon}>
        {emptyText}
      </Empty>
      <Button onClick={() => navigate({ view: 'GetWallet', params: undefined })}>
        {emptyAction}
      </Button>
      {config.pairing && config.walletsEnabled && (
        <Button variant="quiet" onClick={() => selectWallet({})}>
          {emptyCode}
        </Button>
      )}
    </Stack>
  )
}

/** Explains why pairing wallets are disabled. */
export function PairedNotice() {
  return (
    <Notice tone="info" title={connectText.connect.pairedTitle}>
      {connectText.connect.pairedText}
    </Notice>
  )
}

/** For visitors who have no wallet. */
export function WalletGuide() {
  const { navigate } = useActions()
  const { question, start } = guideText.walletGuide
  return (
    <QuestionLine question={question}>
      <Link
        testId="w3m-wallet-guide-get-started"
        onClick={() => navigate({ view: 'Create', params: undefined })}
      >
        {start}
      </Link>
    </QuestionLine>
  )
}

const KeyMark = /* @__PURE__ */ icon(
  'M7.5 10.25a3 3 0 100-6 3 3 0 000 6M9.7 9.4l5.8 5.8M13 12.7l1.9-1.9',
)

/** The product's mark, unless the project turned it off. */
export function Branding() {
  const { stores } = useWidget()
  const { refreshProviderData } = useActions()
  const isOn = useStore(stores.settings, ({ remoteFeatures }) => remoteFeatures.reownBranding)
  // Until the provider has responded, the project may have turned it off.
  const [isDecided, setDecided] = useState(false)
  useEffect(() => {
    let isWanted = true
    refreshProviderData().then(() => {
      if (isWanted) setDecided(true)
    })
    return () => {
      isWanted = false
    }
  }, [refreshProviderData])
  if (!isOn || !isDecided) return <p className="legal-place" />
  const { by, product } = connectText.branding
  return (
    <p className="branding" data-testid="ux-branding-reown">
      {by} <KeyMark size={16} /> <span className="branding-name">{product}</span>
    </p>
  )
}

import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import * as connectText from '../../../core/text/connect.js'
import * as guideText from '../../../core/text/guide.js'
import { useActions, useWidget } from '../../hooks/context.js'
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

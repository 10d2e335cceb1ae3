import { Button } from '@latchkey/parts/Button'
import * as connectText from '../../../core/text/connect.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { WalletIcon } from '../../icons/lazyIcons.js'
import { Empty } from '../../parts/empty/Empty.js'
import { Stack } from '../../parts/stack/Stack.js'

/** What there is to do for somebody without any wallet. */
export function NoWallets() {
  const { config } = useWidget()
  const { navigate, selectWallet } = useActions()
  const { emptyTitle, emptyText, emptyAction, emptyCode } = connectText.connect
  return (
    <Stack gap={8}>
      <Empty title={emptyTitle} icon={WalletIcon}>
        {emptyText}
      </Empty>
      <Button onPress={() => navigate({ view: 'GetWallet', params: undefined })}>
        {emptyAction}
      </Button>
      {config.pairing && config.walletsEnabled && (
        <Button variant="quiet" onPress={() => selectWallet({})}>
          {emptyCode}
        </Button>
      )}
    </Stack>
  )
}

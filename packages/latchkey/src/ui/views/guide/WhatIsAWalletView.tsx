import { Button } from '@latchkey/parts/Button'
import { GridIcon, KeyIcon } from '@latchkey/parts/icons'
import * as guideText from '../../../core/text/guide.js'
import { useActions } from '../../hooks/context.js'
import { WalletIcon } from '../../icons/lazyIcons.js'
import { Guide } from './Guide.js'

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
        onPress={() => {
          recordEvent({ event: 'CLICK_GET_WALLET' })
          navigate({ view: 'GetWallet', params: undefined })
        }}
      >
        {action}
      </Button>
    </Guide>
  )
}

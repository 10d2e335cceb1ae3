import { Button } from '@latchkey/parts/Button'
import * as guideText from '../../../core/text/guide.js'
import { useWidget } from '../../hooks/context.js'
import { NetworkIcon, SwapIcon } from '../../icons/lazyIcons.js'
import { Guide } from './Guide.js'

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
      <Button variant="secondary" onPress={() => page.openLink(url, '_blank')}>
        {action}
      </Button>
    </Guide>
  )
}

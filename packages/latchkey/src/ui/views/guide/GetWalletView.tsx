import { ExternalIcon, GlobeIcon } from '@latchkey/parts/icons'
import { RowIcon } from '@latchkey/parts/ListRow'
import * as guideText from '../../../core/text/guide.js'
import { getSuggestedWallets } from '../../../core/wallets/walletListings.js'
import { useWidget } from '../../hooks/context.js'
import { LinkRow } from '../../parts/link/LinkRow.js'
import { Stack } from '../../parts/stack/Stack.js'
import { WalletImage } from '../../parts/wallet-image/WalletImage.js'
import { RowList } from '../RowList.js'

export function GetWalletView() {
  const wallets = getSuggestedWallets(useWidget())
  const { lead, explore, exploreText, exploreUrl } = guideText.getWallet
  return (
    <Stack gap={16}>
      <p className="lead">{lead}</p>
      <RowList>
        {wallets.map(({ id, name, image_url, homepage }) => (
          <li key={id}>
            <LinkRow
              image={<WalletImage name={name} src={image_url} />}
              title={name}
              trailing={<ExternalIcon />}
              href={homepage}
            />
          </li>
        ))}
        <li>
          <LinkRow
            image={<RowIcon icon={GlobeIcon} />}
            title={explore}
            subtitle={exploreText}
            trailing={<ExternalIcon />}
            href={exploreUrl}
          />
        </li>
      </RowList>
    </Stack>
  )
}

import * as guideText from '../../../core/text/guide.js'
import { getSuggestedWallets } from '../../../core/wallets/walletListings.js'
import { useWidget } from '../../hooks/context.js'
import { ExternalIcon, GlobeIcon } from '../../icons/index.js'
import { ListRow } from '../../parts/list-row/ListRow.js'
import { RowIcon } from '../../parts/list-row/RowIcon.js'
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
            <ListRow
              image={<WalletImage name={name} src={image_url} />}
              title={name}
              trailing={<ExternalIcon />}
              href={homepage}
            />
          </li>
        ))}
        <li>
          <ListRow
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

import { ExternalIcon, GlobeIcon, type Icon } from '@latchkey/parts/icons'
import { RowIcon } from '@latchkey/parts/ListRow'
import type { ViewParams } from '../../../core/modal/views.js'
import * as guideText from '../../../core/text/guide.js'
import { getListing } from '../../../core/wallets/walletListings.js'
import { type DownloadSource, getDownloadLinks } from '../../../core/wallets/walletPlatforms.js'
import { useWidget } from '../../hooks/context.js'
import { BrowserIcon, DownloadIcon, PhoneIcon } from '../../icons/lazyIcons.js'
import { Empty } from '../../parts/empty/Empty.js'
import { LinkRow } from '../../parts/link/LinkRow.js'
import { RowList } from '../RowList.js'

const icons: { readonly [source in DownloadSource]: Icon } = {
  chrome_store: BrowserIcon,
  app_store: PhoneIcon,
  play_store: PhoneIcon,
  homepage: GlobeIcon,
}

export function DownloadsView({
  params: { walletId },
}: {
  readonly params: ViewParams['Downloads']
}) {
  const listing = getListing(useWidget(), walletId)
  const links = listing ? getDownloadLinks(listing) : []
  const text = guideText.downloads
  if (links.length === 0) {
    return (
      <Empty title={text.emptyTitle} icon={DownloadIcon}>
        {text.emptyText(listing?.name ?? walletId)}
      </Empty>
    )
  }
  return (
    <RowList>
      {links.map(({ source, url }) => (
        <li key={source}>
          <LinkRow
            image={<RowIcon icon={icons[source]} />}
            title={text[source]}
            trailing={<ExternalIcon />}
            href={url}
          />
        </li>
      ))}
    </RowList>
  )
}

/** Words that look like the service itself, its staff or its infrastructure. */
const reservedLabels: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator airdrop alert alerts analytics
  anonymous auth authentication autoconfig autodiscover backup bank billing block bridge broadcasthost
  cert certificate claim claims cloud config connect contact copyright core dashboard default
  deposit developer developers docs domain email example exchange explorer faucet finance foundation
  free gateway giveaway guest help helpdesk home host hostmaster https info infra invalid ipfs
  isatap keys latchkey legal localdomain localhost login logout mail mailer-daemon marketing master
  metamask moderator multisig names network news nobody node nodes noreply no-reply notification
  notifications null nullrouted oauth official onramp operator operations oracle owner password
  payment payments phishing postmaster press privacy private privatekey profile protocol provider
  proxy public recovery refund registry relay resolver reown reward rewards root router sale sales
  secret secure security seed seedphrase service services session settings shop signin signup smtp
  staff staking status store subdomain superuser support swap sysadmin system team terms test testing
  token tokens treasury trust undefined unknown update updates usenet user username users validator
  vault verification verified verify wallet walletconnect wallets webmail webmaster withdraw wpad
  your zone`.split(/\s+/),
)

export function isReserved(label: string): boolean {
  return reservedLabels.has(label)
}

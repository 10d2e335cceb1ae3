/** Every word the views show, by view. Functions where a value goes in. */
export const viewText = {
  titles: {
    connect: 'Connect Wallet',
    allWallets: 'All Wallets',
    pairing: 'WalletConnect',
    downloads: (wallet: string | undefined) => (wallet ? `Get ${wallet}` : 'Downloads'),
    getWallet: 'Get a Wallet',
    whatIsAWallet: 'What is a Wallet?',
    whatIsANetwork: 'What is a network?',
    networks: 'Choose Network',
    switchNetwork: 'Switch Network',
    switchActiveChain: 'Switch Chain',
    unsupportedChain: 'Switch Network',
  },

  badges: {
    installed: 'Installed',
    recent: 'Recent',
    connected: 'Connected',
    qrCode: 'QR code',
  },

  chains: {
    eip155: 'EVM',
    solana: 'Solana',
    bip122: 'Bitcoin',
    polkadot: 'Polkadot',
    cosmos: 'Cosmos',
  },

  connect: {
    pairing: 'WalletConnect',
    allWallets: 'All Wallets',
    walletList: 'Wallets',
    emptyTitle: 'No wallet found',
    emptyText: 'This browser has no wallet yet. Install one, then come back: it will appear here.',
    emptyAction: 'Get a wallet',
    emptyCode: 'Show QR code',
    pairedTitle: 'One paired wallet at a time',
    pairedText: 'Disconnect the wallet that is paired now to pair another one.',
  },

  legal: {
    agree: 'I agree to the',
    footer: 'By connecting you agree to the',
    and: 'and',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },

  connecting: {
    waitingTitle: (wallet: string) => `Continue in ${wallet}`,
    waitingText: 'Accept the connection request in your wallet.',
    declinedTitle: 'Connection declined',
    declinedText: 'Nothing was shared. You can ask again whenever you like.',
    failedTitle: 'Could not connect',
    busyTitle: 'A request is already open',
    busyText: (wallet: string) =>
      `Find the ${wallet} window and finish the request there, then try again.`,
    timeoutTitle: 'No answer',
    timeoutText: (wallet: string) => `${wallet} stayed silent. Unlock it, then try again.`,
    missingTitle: 'Not Detected',
    missingText: (wallet: string) =>
      `${wallet} is not running in this browser. Install or enable it, then reload the page.`,
    connectedTitle: 'Connected',
    tryAgain: 'Try again',
    otherWallet: 'Use another wallet',
    noWallet: (wallet: string) => `Don't have ${wallet}?`,
    get: 'Get',
  },

  pairing: {
    scan: 'Scan with the camera of your phone or with your wallet app.',
    scanWith: (wallet: string) => `Scan with ${wallet} on your phone.`,
    qrLabel: 'Connection code',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    open: 'Open',
    tryAgain: 'Try again',
    newIn: (seconds: number) => `New code in ${seconds} s`,
    mobileText: 'Accept the connection in the app. If it did not open, use the button.',
    webText: 'Open the web wallet in a new tab and accept the connection there.',
    desktopText: 'Accept the connection in the desktop app.',
    relayTitle: 'No connection to the relay',
    relayText: 'Trying again by itself. Check that you are online and nothing blocks the relay.',
    platformTabs: 'Ways to connect',
    platforms: {
      browser: 'Browser',
      mobile: 'Mobile',
      web: 'Webapp',
      desktop: 'Desktop',
    },
  },

  allWallets: {
    search: 'Search wallet',
    emptyTitle: 'No Wallet found',
    emptyText: 'Check the spelling, or connect with a QR code instead.',
    showCode: 'Show QR code',
  },

  downloads: {
    chrome_store: 'Chrome Extension',
    app_store: 'iOS App',
    play_store: 'Android App',
    homepage: 'Website',
    emptyTitle: 'No download known',
    emptyText: (wallet: string) => `Look for ${wallet} in the store of your device.`,
  },

  getWallet: {
    lead: 'Pick one, install it, and come back to this page.',
    explore: 'Explore all',
    exploreText: 'Compare on ethereum.org',
    exploreUrl: 'https://ethereum.org/wallets/find-wallet/',
  },

  whatIsAWallet: {
    login: {
      title: 'Your login',
      text: 'Sign in to apps with a signature instead of yet another password.',
    },
    assets: {
      title: 'Your assets',
      text: 'Keep, send and receive money and collectibles. Only you hold the key.',
    },
    apps: {
      title: 'Your door to apps',
      text: 'Every app asks your wallet first. Nothing moves until you approve it.',
    },
    action: 'Get a wallet',
  },

  whatIsANetwork: {
    record: {
      title: 'A shared record',
      text: 'A network keeps one list of accounts and payments that nobody can quietly change.',
    },
    coins: {
      title: 'Its own coin and fees',
      text: 'Each network has its own coin and prices. What you hold on one is not on another.',
    },
    action: 'Learn more',
    url: 'https://ethereum.org/developers/docs/networks/',
  },

  account: {
    copyAddress: 'Copy address',
    addressCopied: 'Address copied',
    balanceLabel: 'Balance',
    balanceMissing: '–',
    balanceMissingLabel: 'Balance unavailable',
    explorer: 'Block Explorer',
    network: 'Network',
    unknownNetwork: 'Unknown network',
    disconnect: 'Disconnect',
    opensNewTab: 'opens in a new tab',
  },

  networks: {
    search: 'Search network',
    listLabel: 'Networks',
    active: 'Active',
    testnet: 'Testnet',
    notApproved: 'Not enabled in your wallet',
    emptyTitle: 'No network found',
    emptyText: 'Try another name.',
    footer: 'Your wallet may not offer every network listed here.',
    help: 'What is a network',
  },

  switchNetwork: {
    waitingTitle: 'Approve in wallet',
    waitingText: (network: string) => `Accept the change to ${network} in your wallet.`,
    declinedTitle: 'Switch declined',
    declinedText: 'You are still on the same network as before.',
    failedTitle: 'Could not switch',
    failedText: 'The wallet may not offer this network, or another request is still open in it.',
    notSupportedText: (network: string) =>
      `Your wallet does not offer ${network} and would not add it.`,
    tryAgain: 'Try again',
  },

  switchActiveChain: {
    title: (chain: string) => `Switch to ${chain}`,
    text: (wallet: string, chain: string) =>
      `${wallet} does not support ${chain}. Connect a wallet that does to go on.`,
    currentWallet: 'The connected wallet',
    action: 'Switch',
  },

  unsupportedChain: {
    title: 'Not supported here',
    text: 'This app does not work on the network your wallet is on. Choose one of these instead.',
    or: 'or',
    disconnect: 'Disconnect',
  },
} as const

/** The version in the package's manifest; a test keeps them alike. */
export const sdkVersion = '0.1.0'

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Makes the client fetch data off chain and pass it to `callbackFunction` (EIP-3668).
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

/// A resolver that also resolves names below its own (ENSIP-10).
interface ExtendedResolver {
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory);
}

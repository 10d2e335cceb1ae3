// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// What an account is upgraded to in tests.
contract NextAccount {
    function proxiableUUID() external pure returns (bytes32) {
        return 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    }

    function version() external pure returns (uint256) {
        return 3;
    }
}

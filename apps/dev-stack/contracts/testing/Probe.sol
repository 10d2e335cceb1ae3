// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Token} from '../Token.sol';

/// What permissions are tested with: a contract that counts its calls, and takes tokens that it may take.
contract Probe {
    event Tried(bool succeeded, bytes answer);

    uint256 public calls;

    receive() external payable {
        calls += 1;
    }

    fallback() external payable {
        calls += 1;
    }

    function ping(uint256, uint256) external payable {
        calls += 1;
    }

    /// Takes tokens of the caller, up to what it was approved.
    function pull(Token token, uint256 amount) external {
        calls += 1;
        token.transferFrom(msg.sender, address(this), amount);
    }

    function give(Token token, uint256 amount) external {
        calls += 1;
        token.transfer(msg.sender, amount);
    }

    function fail() external pure {
        revert('Probe: FAILED');
    }

    /// Calls any contract, for instance the caller again.
    function attempt(address to, bytes calldata data) external payable {
        calls += 1;
        (bool succeeded, bytes memory answer) = to.call(data);
        emit Tried(succeeded, answer);
    }
}

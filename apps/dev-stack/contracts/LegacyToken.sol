// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Balances} from './token/Balances.sol';

/// A token from before the standard: its functions return nothing, and an allowance must be reset
/// to zero before it changes. Clients that require a return value fail.
contract LegacyToken is Balances {
    address public immutable owner;
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        owner = msg.sender;
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner);
        _mint(to, value);
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _spend(from, msg.sender, value);
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        _approve(msg.sender, spender, value);
    }
}

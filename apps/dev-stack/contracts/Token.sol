// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Balances} from './token/Balances.sol';
import {Permits} from './token/Permits.sol';

/// A standard token whose owner may mint.
contract Token is Balances, Permits {
    address public immutable owner;
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Permits(name_) {
        owner = msg.sender;
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, 'Token: NOT_OWNER');
        _mint(to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spend(from, msg.sender, value);
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function _permitted(address holder, address spender, uint256 value) internal override {
        _approve(holder, spender, value);
    }
}

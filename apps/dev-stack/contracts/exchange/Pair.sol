// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Balances} from '../token/Balances.sol';
import {Permits} from '../token/Permits.sol';
import {PlainToken, TokenCalls} from './TokenCalls.sol';

interface SwapReceiver {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// A constant-product pool of two tokens, with the ABI of a Uniswap V2 pair. Its own token represents
/// a share of both.
contract Pair is Balances, Permits {
    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    string public constant name = 'Pool share';
    string public constant symbol = 'POOL';
    uint8 public constant decimals = 18;
    /// Locked forever, so that one share cannot become too expensive.
    uint256 public constant MINIMUM_LIQUIDITY = 1000;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;

    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private changedAt;
    bool private isBusy;

    modifier alone() {
        require(!isBusy, 'Pair: LOCKED');
        isBusy = true;
        _;
        isBusy = false;
    }

    constructor(address token0_, address token1_) Permits(name) {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() public view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, changedAt);
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

    /// Mints shares for the token balances above the reserves.
    function mint(address to) external alone returns (uint256 shares) {
        (uint256 held0, uint256 held1) = _held();
        uint256 added0 = held0 - reserve0;
        uint256 added1 = held1 - reserve1;
        if (totalSupply == 0) {
            shares = _root(added0 * added1) - MINIMUM_LIQUIDITY;
            _mint(address(0), MINIMUM_LIQUIDITY);
        } else {
            uint256 by0 = (added0 * totalSupply) / reserve0;
            uint256 by1 = (added1 * totalSupply) / reserve1;
            shares = by0 < by1 ? by0 : by1;
        }
        require(shares > 0, 'Pair: INSUFFICIENT_LIQUIDITY_MINTED');
        _mint(to, shares);
        _settle(held0, held1);
        emit Mint(msg.sender, added0, added1);
    }

    /// Redeems the shares sent to this contract.
    function burn(address to) external alone returns (uint256 amount0, uint256 amount1) {
        (uint256 held0, uint256 held1) = _held();
        uint256 shares = balanceOf[address(this)];
        amount0 = (shares * held0) / totalSupply;
        amount1 = (shares * held1) / totalSupply;
        require(amount0 > 0 && amount1 > 0, 'Pair: INSUFFICIENT_LIQUIDITY_BURNED');
        _burn(address(this), shares);
        TokenCalls.send(token0, to, amount0);
        TokenCalls.send(token1, to, amount1);
        (held0, held1) = _held();
        _settle(held0, held1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Pays out first, then checks that the input minus the 0.3 % fee preserves the product.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external alone {
        require(amount0Out > 0 || amount1Out > 0, 'Pair: INSUFFICIENT_OUTPUT_AMOUNT');
        require(amount0Out < reserve0 && amount1Out < reserve1, 'Pair: INSUFFICIENT_LIQUIDITY');
        require(to != token0 && to != token1, 'Pair: INVALID_TO');
        if (amount0Out > 0) TokenCalls.send(token0, to, amount0Out);
        if (amount1Out > 0) TokenCalls.send(token1, to, amount1Out);
        if (data.length > 0) SwapReceiver(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
        (uint256 held0, uint256 held1) = _held();
        uint256 in0 = _excess(held0, reserve0 - amount0Out);
        uint256 in1 = _excess(held1, reserve1 - amount1Out);
        require(in0 > 0 || in1 > 0, 'Pair: INSUFFICIENT_INPUT_AMOUNT');
        require(
            (held0 * 1000 - in0 * 3) * (held1 * 1000 - in1 * 3) >= uint256(reserve0) * reserve1 * 1_000_000,
            'Pair: K'
        );
        _settle(held0, held1);
        emit Swap(msg.sender, in0, in1, amount0Out, amount1Out, to);
    }

    /// Sends the token balances above the reserves.
    function skim(address to) external alone {
        (uint256 held0, uint256 held1) = _held();
        TokenCalls.send(token0, to, held0 - reserve0);
        TokenCalls.send(token1, to, held1 - reserve1);
    }

    /// Sets the reserves to the token balances.
    function sync() external alone {
        (uint256 held0, uint256 held1) = _held();
        _settle(held0, held1);
    }

    function _held() private view returns (uint256, uint256) {
        return (PlainToken(token0).balanceOf(address(this)), PlainToken(token1).balanceOf(address(this)));
    }

    function _settle(uint256 held0, uint256 held1) private {
        require(held0 <= type(uint112).max && held1 <= type(uint112).max, 'Pair: OVERFLOW');
        uint32 time = uint32(block.timestamp);
        unchecked {
            // The cumulative prices may overflow; only differences matter.
            uint32 passed = time - changedAt;
            if (passed > 0 && reserve0 > 0 && reserve1 > 0) {
                price0CumulativeLast += ((uint256(reserve1) << 112) / reserve0) * passed;
                price1CumulativeLast += ((uint256(reserve0) << 112) / reserve1) * passed;
            }
        }
        reserve0 = uint112(held0);
        reserve1 = uint112(held1);
        changedAt = time;
        emit Sync(reserve0, reserve1);
    }

    function _permitted(address holder, address spender, uint256 value) internal override {
        _approve(holder, spender, value);
    }

    function _excess(uint256 held, uint256 expected) private pure returns (uint256) {
        return held > expected ? held - expected : 0;
    }

    function _root(uint256 square) private pure returns (uint256 root) {
        if (square == 0) return 0;
        root = square;
        for (uint256 next = square / 2 + 1; next < root; next = (square / next + next) / 2) root = next;
    }
}

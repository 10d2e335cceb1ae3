// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {WrappedNative} from '../WrappedNative.sol';
import {Factory} from './Factory.sol';
import {Pair} from './Pair.sol';
import {PlainToken, TokenCalls} from './TokenCalls.sol';

/// Swaps along a path of pools and adds liquidity, with the ABI of Uniswap's Router02.
contract Router {
    address public immutable factory;
    address public immutable WETH;

    modifier before(uint256 deadline) {
        require(block.timestamp <= deadline, 'Router: EXPIRED');
        _;
    }

    constructor(address factory_, address wrappedNative) {
        factory = factory_;
        WETH = wrappedNative;
    }

    receive() external payable {
        require(msg.sender == WETH, 'Router: NOT_WETH');
    }

    // Liquidity

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        (amountA, amountB) = _fit(tokenA, tokenB, amountADesired, amountBDesired, amountAMin, amountBMin);
        address pair = _pair(tokenA, tokenB);
        TokenCalls.pull(tokenA, msg.sender, pair, amountA);
        TokenCalls.pull(tokenB, msg.sender, pair, amountB);
        liquidity = Pair(pair).mint(to);
    }

    function addLiquidityETH(
        address token,
        uint256 amountTokenDesired,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity) {
        (amountToken, amountETH) = _fit(token, WETH, amountTokenDesired, msg.value, amountTokenMin, amountETHMin);
        address pair = _pair(token, WETH);
        TokenCalls.pull(token, msg.sender, pair, amountToken);
        _wrap(pair, amountETH);
        liquidity = Pair(pair).mint(to);
        if (msg.value > amountETH) _pay(msg.sender, msg.value - amountETH);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) public before(deadline) returns (uint256 amountA, uint256 amountB) {
        address pair = _pair(tokenA, tokenB);
        TokenCalls.pull(pair, msg.sender, pair, liquidity);
        (uint256 amount0, uint256 amount1) = Pair(pair).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        require(amountA >= amountAMin, 'Router: INSUFFICIENT_A_AMOUNT');
        require(amountB >= amountBMin, 'Router: INSUFFICIENT_B_AMOUNT');
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountToken, uint256 amountETH) {
        (amountToken, amountETH) = removeLiquidity(
            token,
            WETH,
            liquidity,
            amountTokenMin,
            amountETHMin,
            address(this),
            deadline
        );
        TokenCalls.send(token, to, amountToken);
        _unwrap(to, amountETH);
    }

    // Trades

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        amounts = _atLeast(amountIn, amountOutMin, path);
        _pullFirst(path, amounts[0]);
        _trade(amounts, path, to);
    }

    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        amounts = _atMost(amountOut, amountInMax, path);
        _pullFirst(path, amounts[0]);
        _trade(amounts, path, to);
    }

    function swapExactETHForTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256[] memory amounts) {
        require(path[0] == WETH, 'Router: INVALID_PATH');
        amounts = _atLeast(msg.value, amountOutMin, path);
        _wrap(_pair(path[0], path[1]), amounts[0]);
        _trade(amounts, path, to);
    }

    function swapETHForExactTokens(
        uint256 amountOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256[] memory amounts) {
        require(path[0] == WETH, 'Router: INVALID_PATH');
        amounts = _atMost(amountOut, msg.value, path);
        _wrap(_pair(path[0], path[1]), amounts[0]);
        _trade(amounts, path, to);
        if (msg.value > amounts[0]) _pay(msg.sender, msg.value - amounts[0]);
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        require(path[path.length - 1] == WETH, 'Router: INVALID_PATH');
        amounts = _atLeast(amountIn, amountOutMin, path);
        _pullFirst(path, amounts[0]);
        _trade(amounts, path, address(this));
        _unwrap(to, amounts[amounts.length - 1]);
    }

    function swapTokensForExactETH(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        require(path[path.length - 1] == WETH, 'Router: INVALID_PATH');
        amounts = _atMost(amountOut, amountInMax, path);
        _pullFirst(path, amounts[0]);
        _trade(amounts, path, address(this));
        _unwrap(to, amountOut);
    }

    // Fee-on-transfer tokens: only the received amount counts

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) {
        _pullFirst(path, amountIn);
        _tradeArrived(amountOutMin, path, to);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable before(deadline) {
        require(path[0] == WETH, 'Router: INVALID_PATH');
        _wrap(_pair(path[0], path[1]), msg.value);
        _tradeArrived(amountOutMin, path, to);
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) {
        require(path[path.length - 1] == WETH, 'Router: INVALID_PATH');
        _pullFirst(path, amountIn);
        _unwrap(to, _tradeArrived(amountOutMin, path, address(this)));
    }

    // Sums

    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) public pure returns (uint256) {
        require(amountA > 0, 'Router: INSUFFICIENT_AMOUNT');
        require(reserveA > 0 && reserveB > 0, 'Router: INSUFFICIENT_LIQUIDITY');
        return (amountA * reserveB) / reserveA;
    }

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        require(amountIn > 0, 'Router: INSUFFICIENT_INPUT_AMOUNT');
        require(reserveIn > 0 && reserveOut > 0, 'Router: INSUFFICIENT_LIQUIDITY');
        uint256 kept = amountIn * 997;
        return (kept * reserveOut) / (reserveIn * 1000 + kept);
    }

    function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        require(amountOut > 0, 'Router: INSUFFICIENT_OUTPUT_AMOUNT');
        require(reserveIn > 0 && reserveOut > amountOut, 'Router: INSUFFICIENT_LIQUIDITY');
        return (reserveIn * amountOut * 1000) / ((reserveOut - amountOut) * 997) + 1;
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        require(path.length >= 2, 'Router: INVALID_PATH');
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i; i + 1 < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i], path[i + 1]);
            amounts[i + 1] = getAmountOut(amounts[i], reserveIn, reserveOut);
        }
    }

    function getAmountsIn(uint256 amountOut, address[] memory path) public view returns (uint256[] memory amounts) {
        require(path.length >= 2, 'Router: INVALID_PATH');
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i - 1], path[i]);
            amounts[i - 1] = getAmountIn(amounts[i], reserveIn, reserveOut);
        }
    }

    /// Both amounts in the pool's ratio, or as given for a new pool.
    function _fit(
        address tokenA,
        address tokenB,
        uint256 wantedA,
        uint256 wantedB,
        uint256 minA,
        uint256 minB
    ) private returns (uint256, uint256) {
        if (Factory(factory).getPair(tokenA, tokenB) == address(0)) Factory(factory).createPair(tokenA, tokenB);
        (uint256 reserveA, uint256 reserveB) = _reserves(tokenA, tokenB);
        if (reserveA == 0 && reserveB == 0) return (wantedA, wantedB);
        uint256 fittingB = quote(wantedA, reserveA, reserveB);
        if (fittingB <= wantedB) {
            require(fittingB >= minB, 'Router: INSUFFICIENT_B_AMOUNT');
            return (wantedA, fittingB);
        }
        uint256 fittingA = quote(wantedB, reserveB, reserveA);
        require(fittingA >= minA, 'Router: INSUFFICIENT_A_AMOUNT');
        return (fittingA, wantedB);
    }

    function _atLeast(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path
    ) private view returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, path);
        require(amounts[amounts.length - 1] >= amountOutMin, 'Router: INSUFFICIENT_OUTPUT_AMOUNT');
    }

    function _atMost(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path
    ) private view returns (uint256[] memory amounts) {
        amounts = getAmountsIn(amountOut, path);
        require(amounts[0] <= amountInMax, 'Router: EXCESSIVE_INPUT_AMOUNT');
    }

    function _pullFirst(address[] calldata path, uint256 amount) private {
        TokenCalls.pull(path[0], msg.sender, _pair(path[0], path[1]), amount);
    }

    /// Every pool pays directly into the next one.
    function _trade(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i; i + 1 < path.length; i++) _swap(path, i, amounts[i + 1], to);
    }

    function _tradeArrived(uint256 amountOutMin, address[] calldata path, address to) private returns (uint256 got) {
        address last = path[path.length - 1];
        uint256 had = PlainToken(last).balanceOf(to);
        for (uint256 i; i + 1 < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i], path[i + 1]);
            uint256 arrived = PlainToken(path[i]).balanceOf(_pair(path[i], path[i + 1])) - reserveIn;
            _swap(path, i, getAmountOut(arrived, reserveIn, reserveOut), to);
        }
        got = PlainToken(last).balanceOf(to) - had;
        require(got >= amountOutMin, 'Router: INSUFFICIENT_OUTPUT_AMOUNT');
    }

    function _swap(address[] calldata path, uint256 i, uint256 amountOut, address to) private {
        address next = i + 2 < path.length ? _pair(path[i + 1], path[i + 2]) : to;
        bool isForward = path[i] < path[i + 1];
        (uint256 out0, uint256 out1) = isForward ? (uint256(0), amountOut) : (amountOut, uint256(0));
        Pair(_pair(path[i], path[i + 1])).swap(out0, out1, next, '');
    }

    function _pair(address tokenA, address tokenB) private view returns (address pair) {
        pair = Factory(factory).getPair(tokenA, tokenB);
        require(pair != address(0), 'Router: NO_POOL');
    }

    function _reserves(address tokenA, address tokenB) private view returns (uint256, uint256) {
        (uint112 reserve0, uint112 reserve1, ) = Pair(_pair(tokenA, tokenB)).getReserves();
        return tokenA < tokenB ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function _wrap(address to, uint256 amount) private {
        WrappedNative(payable(WETH)).deposit{value: amount}();
        TokenCalls.send(WETH, to, amount);
    }

    function _unwrap(address to, uint256 amount) private {
        WrappedNative(payable(WETH)).withdraw(amount);
        _pay(to, amount);
    }

    function _pay(address to, uint256 amount) private {
        (bool paid, ) = to.call{value: amount}('');
        require(paid, 'Router: NOT_PAID');
    }
}

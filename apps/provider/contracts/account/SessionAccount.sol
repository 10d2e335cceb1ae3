// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Account, Operation} from './Account.sol';
import {Allowance, Permission, PermissionHash, Rule, Target} from './Permission.sol';
import {TokenSelectors} from './TokenSelectors.sol';

interface TokenReads {
    function balanceOf(address holder) external view returns (uint256);

    function allowance(address holder, address spender) external view returns (uint256);
}

interface Upgradeable {
    function proxiableUUID() external view returns (bytes32);
}

/// An account whose owner can permit keys to do a few things, and replace this code. The numbers in
/// comments are those of the specification, `docs/permissions.md`.
contract SessionAccount is Account {
    using PermissionHash for Permission;

    /// Why an operation of a key is refused.
    enum Reason {
        Inactive,
        Nonce,
        Paymaster,
        Fee,
        Time,
        Calls,
        Rate,
        Target,
        Allowance
    }

    /// What became of a permission.
    struct Status {
        bool enabled;
        bool revoked;
        uint32 calls;
        uint32 rateCalls;
        uint48 rateWindow;
        uint128 fees;
    }

    /// What was spent of an allowance in its latest period.
    struct Spending {
        uint208 amount;
        uint48 window;
    }

    /// An approval that a key is about to change.
    struct Approval {
        address token;
        address spender;
        uint256 before;
    }

    /// @custom:storage-location erc7201:latchkey.account.permissions
    struct Permissions {
        uint64 epoch;
        mapping(bytes32 id => Status) statuses;
        mapping(bytes32 id => mapping(uint256 index => Spending)) spendings;
    }

    event PermissionEnabled(bytes32 indexed id, address indexed key);
    event PermissionUsed(bytes32 indexed id, uint256 calls);
    event PermissionRevoked(bytes32 indexed id);
    event AllPermissionsRevoked(uint64 epoch);
    event Upgraded(address indexed implementation);

    error NotPermitted(Reason reason);
    error NotAnImplementation();

    bytes32 private constant PERMISSIONS_SLOT =
        0x9363f7e0ffa5fd2979b5631bd42e4115a501dc982df308ef4bc286ca48281200;
    /// ERC-1967. The proxy reads it, and delegates to its own default while it is empty.
    bytes32 private constant IMPLEMENTATION_SLOT =
        0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    bytes1 private constant KEY_SIGNATURE = 0x01;
    bytes4 private constant TRANSFER = 0xa9059cbb;
    bytes4 private constant APPROVE = 0x095ea7b3;

    /// An operation of the owner has a signature of 65 bytes. One of a key has `KEY_SIGNATURE`, the key's
    /// signature and, until the permission is enabled, the owner's signature of the permission.
    function validateUserOp(
        Operation calldata operation,
        bytes32 operationHash,
        uint256 missingFunds
    ) external override returns (uint256 validation) {
        if (msg.sender != entryPoint) revert NotAllowed();
        if (operation.signature.length == 65) {
            bool isSigned = _isSignedBy(owner(), operationHash, operation.signature);
            validation = isSigned ? 0 : SIGNATURE_FAILED;
        } else {
            validation = _validateKey(operation, operationHash);
        }
        if (missingFunds > 0) {
            // The entry point checks whether it was enough.
            (bool paid, ) = payable(msg.sender).call{value: missingFunds}('');
            (paid);
        }
    }

    /// Makes all calls or none. The entry point calls it with call data that `validateUserOp` accepted.
    function executeWithPermission(Permission memory permission, Call[] calldata calls) external {
        if (msg.sender != entryPoint) revert NotAllowed();
        bytes32 id = permissionId(permission);
        _count(id, permission, calls.length);
        Approval[] memory approvals = new Approval[](calls.length);
        uint256[] memory held = _readBalances(permission.allowances);
        for (uint256 i = 0; i < calls.length; i++) {
            Call calldata call_ = calls[i];
            uint256 charged = _permit(id, permission, call_, approvals);
            _call(call_.to, call_.value, call_.data);
            _chargeLosses(id, permission.allowances, held, call_.to, charged);
        }
        _chargeApprovals(id, permission.allowances, approvals);
        emit PermissionUsed(id, calls.length);
    }

    /// For ever, also if the permission has never been used.
    function revokePermission(bytes32 id) external onlyAllowed {
        _permissions().statuses[id].revoked = true;
        emit PermissionRevoked(id);
    }

    /// Ends all permissions that were signed for this epoch. The next epoch is later and cannot be guessed,
    /// so that nobody can have a permission signed for it now.
    function revokeAll() external onlyAllowed {
        Permissions storage all = _permissions();
        bytes32 random = keccak256(abi.encode(blockhash(block.number - 1), address(this), all.epoch));
        all.epoch += 1 + uint64(uint32(uint256(random)));
        emit AllPermissionsRevoked(all.epoch);
    }

    function upgradeTo(address implementation) external onlyAllowed {
        if (Upgradeable(implementation).proxiableUUID() != IMPLEMENTATION_SLOT) {
            revert NotAnImplementation();
        }
        assembly ('memory-safe') {
            sstore(IMPLEMENTATION_SLOT, implementation)
        }
        emit Upgraded(implementation);
    }

    /// ERC-1822.
    function proxiableUUID() external pure returns (bytes32) {
        return IMPLEMENTATION_SLOT;
    }

    /// EIP-1271, for the owner only: keys sign no messages.
    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) external view override returns (bytes4) {
        bytes32 bound = _bind(keccak256(abi.encode(MESSAGE_TYPE, hash)));
        return _isSignedBy(owner(), bound, signature) ? IS_VALID : bytes4(0xffffffff);
    }

    function permissionEpoch() external view returns (uint64) {
        return _permissions().epoch;
    }

    /// What became of a permission, and what is used of its limits in their current periods.
    function permissionStatus(
        Permission memory permission
    )
        external
        view
        returns (
            bool enabled,
            bool revoked,
            uint256 feesUsed,
            uint256 callsUsed,
            uint256 rateUsed,
            uint256[] memory spent
        )
    {
        bytes32 id = permissionId(permission);
        Status storage status = _permissions().statuses[id];
        enabled = status.enabled;
        revoked = status.revoked || permission.epoch != _permissions().epoch;
        feesUsed = status.fees;
        callsUsed = status.calls;
        uint48 window = _window(permission.validAfter, permission.ratePeriod);
        rateUsed = status.rateWindow == window ? status.rateCalls : 0;
        spent = new uint256[](permission.allowances.length);
        for (uint256 i = 0; i < spent.length; i++) (spent[i], ) = _spent(id, permission.allowances[i], i);
    }

    /// What the owner signs: an EIP-712 hash, bound to this account and chain.
    function permissionId(Permission memory permission) public view returns (bytes32) {
        return _bind(permission.hash());
    }

    /// Validation. The block's time is not read here (ERC-7562): the entry point compares it.
    function _validateKey(Operation calldata operation, bytes32 operationHash) private returns (uint256) {
        bytes calldata signature = operation.signature;
        if (signature.length != 66 && signature.length != 131) return SIGNATURE_FAILED;
        if (signature[0] != KEY_SIGNATURE) return SIGNATURE_FAILED;
        if (bytes4(operation.callData[0:4]) != this.executeWithPermission.selector) {
            revert NotPermitted(Reason.Target);
        }
        Permission memory permission = abi.decode(operation.callData[4:], (Permission));
        bytes32 id = permissionId(permission);
        Status storage status = _permissions().statuses[id];
        if (status.revoked || permission.epoch != _permissions().epoch) {
            revert NotPermitted(Reason.Inactive);
        }
        // To the entry point, 0 is no limit.
        if (permission.validUntil == 0) revert NotPermitted(Reason.Time);
        // The key's own sequences of nonces, so that it cannot use up those of the owner.
        if (uint160(operation.nonce >> 96) != uint160(permission.key)) revert NotPermitted(Reason.Nonce);
        if (!_isSignedBy(permission.key, operationHash, signature[1:66])) return SIGNATURE_FAILED;
        if (!status.enabled) {
            if (signature.length != 131) return SIGNATURE_FAILED;
            if (!_isSignedBy(owner(), id, signature[66:131])) return SIGNATURE_FAILED;
            status.enabled = true;
            emit PermissionEnabled(id, permission.key);
        }
        _chargeFee(status, permission, operation);
        return (uint256(permission.validAfter) << 208) | (uint256(permission.validUntil) << 160);
    }

    /// The entry point never takes more than all gas limits at the highest price.
    function _chargeFee(
        Status storage status,
        Permission memory permission,
        Operation calldata operation
    ) private {
        if (operation.paymasterAndData.length > 0) {
            address paymaster = address(bytes20(operation.paymasterAndData[0:20]));
            if (paymaster == address(0) || paymaster != permission.paymaster) {
                revert NotPermitted(Reason.Paymaster);
            }
            return;
        }
        uint256 gas = uint256(operation.accountGasLimits >> 128) +
            uint128(uint256(operation.accountGasLimits)) +
            operation.preVerificationGas;
        uint256 fees = status.fees + gas * uint128(uint256(operation.gasFees));
        if (fees > permission.feeLimit || fees > type(uint128).max) revert NotPermitted(Reason.Fee);
        status.fees = uint128(fees);
    }

    /// Whether the permission is in force now, and its numbers of calls.
    function _count(bytes32 id, Permission memory permission, uint256 calls) private {
        Status storage status = _permissions().statuses[id];
        if (!status.enabled || status.revoked || permission.epoch != _permissions().epoch) {
            revert NotPermitted(Reason.Inactive);
        }
        if (block.timestamp <= permission.validAfter || block.timestamp > permission.validUntil) {
            revert NotPermitted(Reason.Time);
        }
        if (calls == 0 || calls > permission.maxCalls - status.calls) revert NotPermitted(Reason.Calls);
        status.calls += uint32(calls);
        if (permission.rateCalls == 0) return;
        uint48 window = _window(permission.validAfter, permission.ratePeriod);
        uint256 counted = calls + (status.rateWindow == window ? status.rateCalls : 0);
        if (permission.ratePeriod == 0 || counted > permission.rateCalls) revert NotPermitted(Reason.Rate);
        (status.rateWindow, status.rateCalls) = (window, uint32(counted));
    }

    /// Checks a call and charges what it says it moves. Answers the units of a token transfer.
    function _permit(
        bytes32 id,
        Permission memory permission,
        Call calldata call_,
        Approval[] memory approvals
    ) private returns (uint256) {
        (address to, bytes calldata data) = (call_.to, call_.data);
        if (to == address(this) || to == entryPoint) revert NotPermitted(Reason.Target);
        if (call_.value > 0) _charge(id, permission.allowances, address(0), call_.value);
        if (data.length == 0) {
            // To charge the coins was all there is to check.
            if (call_.value == 0) revert NotPermitted(Reason.Target);
            return 0;
        }
        if (data.length < 4) revert NotPermitted(Reason.Target);
        bytes4 selector = bytes4(data[0:4]);
        (bool isListed, bool isMet) = _match(permission.targets, call_, selector);
        if (!_isLimited(permission.allowances, to)) {
            if (!isMet || TokenSelectors.moves(selector)) revert NotPermitted(Reason.Target);
            return 0;
        }
        // Of a token with an allowance, anything else could move it in ways that are not counted.
        bool isKnown = selector == TRANSFER || selector == APPROVE;
        bool isClean = data.length == 68 && uint96(bytes12(data[4:16])) == 0;
        if (!isKnown || !isClean || call_.value > 0 || (isListed && !isMet)) {
            revert NotPermitted(Reason.Target);
        }
        uint256 amount = uint256(bytes32(data[36:68]));
        if (selector == TRANSFER) {
            _charge(id, permission.allowances, to, amount);
            return amount;
        }
        _noteApproval(approvals, to, address(bytes20(data[16:36])));
        return 0;
    }

    /// Whether targets name the called function, and whether the call meets one of them.
    function _match(
        Target[] memory targets,
        Call calldata call_,
        bytes4 selector
    ) private pure returns (bool isListed, bool isMet) {
        for (uint256 i = 0; i < targets.length && !isMet; i++) {
            Target memory target = targets[i];
            if (target.to != call_.to || target.selector != selector) continue;
            isListed = true;
            isMet = call_.value <= target.valueLimit && _meetsRules(target.rules, call_.data);
        }
    }

    function _meetsRules(Rule[] memory rules, bytes calldata data) private pure returns (bool) {
        for (uint256 i = 0; i < rules.length; i++) {
            Rule memory rule = rules[i];
            uint256 start = 4 + 32 * uint256(rule.argument);
            if (data.length < start + 32) return false;
            bytes32 given = bytes32(data[start:start + 32]);
            if (rule.operator == 0 && given == rule.value) continue;
            if (rule.operator == 1 && given > rule.value) continue;
            if (rule.operator == 2 && given < rule.value) continue;
            return false;
        }
        return true;
    }

    function _isLimited(Allowance[] memory allowances, address token) private pure returns (bool) {
        for (uint256 i = 0; i < allowances.length; i++) {
            if (allowances[i].token == token && token != address(0)) return true;
        }
        return false;
    }

    /// Every allowance of the token must suffice, and there must be one.
    function _charge(bytes32 id, Allowance[] memory allowances, address token, uint256 amount) private {
        bool isCharged = false;
        for (uint256 i = 0; i < allowances.length; i++) {
            Allowance memory allowance = allowances[i];
            if (allowance.token != token) continue;
            isCharged = true;
            if (amount == 0) continue;
            (uint256 spent, uint48 window) = _spent(id, allowance, i);
            uint256 limit = allowance.amount;
            if (limit > type(uint208).max) limit = type(uint208).max;
            if (block.timestamp < allowance.start || amount > limit - spent) {
                revert NotPermitted(Reason.Allowance);
            }
            _permissions().spendings[id][i] = Spending(uint208(spent + amount), window);
        }
        if (!isCharged) revert NotPermitted(Reason.Allowance);
    }

    /// What was spent of an allowance in the current period, and its number.
    function _spent(
        bytes32 id,
        Allowance memory allowance,
        uint256 index
    ) private view returns (uint256 spent, uint48 window) {
        Spending storage spending = _permissions().spendings[id][index];
        window = _window(allowance.start, allowance.period);
        spent = spending.window == window ? spending.amount : 0;
    }

    /// Charges what a call took although it was no transfer, by an approval that the called contract had.
    function _chargeLosses(
        bytes32 id,
        Allowance[] memory allowances,
        uint256[] memory held,
        address to,
        uint256 charged
    ) private {
        uint256[] memory left = _readBalances(allowances);
        for (uint256 i = 0; i < left.length; i++) {
            address token = allowances[i].token;
            uint256 counted = token == to ? charged : 0;
            if (!_isFirst(allowances, i) || held[i] <= left[i]) {
                held[i] = left[i];
                continue;
            }
            uint256 lost = held[i] - left[i];
            held[i] = left[i];
            if (lost > counted) _charge(id, allowances, token, lost - counted);
        }
    }

    /// What spenders were approved is charged as far as they have not taken it already.
    function _chargeApprovals(
        bytes32 id,
        Allowance[] memory allowances,
        Approval[] memory approvals
    ) private {
        for (uint256 i = 0; i < approvals.length && approvals[i].token != address(0); i++) {
            Approval memory approval = approvals[i];
            uint256 left = TokenReads(approval.token).allowance(address(this), approval.spender);
            if (left > approval.before) {
                _charge(id, allowances, approval.token, left - approval.before);
            }
        }
    }

    /// Notes what a spender may take before the first approval of this operation.
    function _noteApproval(Approval[] memory approvals, address token, address spender) private view {
        uint256 i = 0;
        for (; approvals[i].token != address(0); i++) {
            if (approvals[i].token == token && approvals[i].spender == spender) return;
        }
        approvals[i] = Approval(token, spender, TokenReads(token).allowance(address(this), spender));
    }

    function _readBalances(Allowance[] memory allowances) private view returns (uint256[] memory held) {
        held = new uint256[](allowances.length);
        for (uint256 i = 0; i < held.length; i++) {
            address token = allowances[i].token;
            if (token != address(0)) held[i] = TokenReads(token).balanceOf(address(this));
        }
    }

    /// Whether no earlier allowance is of the same token.
    function _isFirst(Allowance[] memory allowances, uint256 index) private pure returns (bool) {
        for (uint256 i = 0; i < index; i++) {
            if (allowances[i].token == allowances[index].token) return false;
        }
        return true;
    }

    /// The number of the current period. Before the first one it is 0, too.
    function _window(uint48 start, uint48 period) private view returns (uint48) {
        if (period == 0 || block.timestamp < start) return 0;
        return uint48((block.timestamp - start) / period);
    }

    function _isSignedBy(
        address signer,
        bytes32 hash,
        bytes calldata signature
    ) private pure returns (bool) {
        if (signature.length != 65) return false;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        // Rejects the malleable second form of a signature.
        if (uint256(s) > HALF_ORDER) return false;
        address found = ecrecover(hash, uint8(signature[64]), r, s);
        return found != address(0) && found == signer;
    }

    /// An EIP-712 hash for this account and chain.
    function _bind(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256('Latchkey Account'), keccak256('2'), block.chainid, address(this))
        );
        return keccak256(abi.encodePacked(hex'1901', domain, structHash));
    }

    function _permissions() private pure returns (Permissions storage all) {
        assembly ('memory-safe') {
            all.slot := PERMISSIONS_SLOT
        }
    }
}
